// The lines of a chat. One that is pushed finds its place by its number; the newest lines, when all come again, are put
// together with those that are shown, so that none is doubled, none that came meanwhile is lost, and nobody loses place.
//
// <ol class="chat__lines" id data-scope="room" data-upto="number of the last line"><li id="line-12" data-version data-by>
// A single line says data-line-into="id of its list".

const MOST_LINES = 200;

export function number(line) {
  return Number(line.id.slice("line-".length));
}

function put(list, line) {
  let before = list.lastElementChild;
  while (before && number(before) > number(line)) before = before.previousElementSibling;
  list.insertBefore(line, before ? before.nextElementSibling : list.firstElementChild);
}

// Where htmx will swap a line that is not there yet: an empty place in its list, in order.
function makePlaces(text) {
  if (typeof text !== "string" || !text.includes("data-line-into=")) return;
  const holder = document.createElement("template");
  holder.innerHTML = text;
  for (const line of holder.content.children) {
    const list = line.dataset.lineInto && document.getElementById(line.dataset.lineInto);
    if (!list || document.getElementById(line.id)) continue;
    const place = document.createElement("li");
    place.id = line.id;
    place.hidden = true;
    place.dataset.place = "";
    put(list, place);
  }
}

function merge(list, fresh) {
  if ((list.dataset.scope ?? "") !== (fresh.dataset.scope ?? "")) list.replaceChildren();
  const named = new Set([...fresh.children].map((line) => line.id));
  for (const line of [...list.children]) {
    if (!named.has(line.id) && number(line) <= Number(fresh.dataset.upto)) line.remove();
  }
  for (const line of [...fresh.children]) {
    const shown = list.querySelector(`#${CSS.escape(line.id)}`);
    if (shown && Number(shown.dataset.version) >= Number(line.dataset.version)) continue;
    if (shown) shown.replaceWith(line);
    else put(list, line);
    window.htmx?.process(line);
  }
  for (const name of ["scope", "version", "upto"]) list.dataset[name] = fresh.dataset[name];
}

function tidy() {
  for (const list of document.querySelectorAll(".chat__lines")) {
    list.querySelectorAll("[data-place]").forEach((place) => place.remove());
    while (list.children.length > MOST_LINES) list.firstElementChild.remove();
  }
  document.dispatchEvent(new CustomEvent("chat:changed"));
}

document.addEventListener("htmx:wsBeforeMessage", (event) => makePlaces(event.detail.message));
document.addEventListener("htmx:beforeSwap", (event) => makePlaces(event.detail.serverResponse));
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  const fresh = fragment instanceof Element ? fragment : fragment.firstElementChild;
  if (!event.detail.shouldSwap || !fresh?.classList.contains("chat__lines")) return;
  event.detail.shouldSwap = false;
  merge(target, fresh);
});
document.addEventListener("htmx:wsAfterMessage", tidy);
document.addEventListener("htmx:afterRequest", tidy);
