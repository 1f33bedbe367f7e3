// Lists of which the server pushes single rows: a row that is new is put in, one that is gone is taken out.
//
// <li id data-version data-into="id of the list" data-order="number" hx-swap-oob="true">; with data-gone it is taken out.
// The rows of a list stand by data-order, the highest first. A row that was taken out does not come back by older news.

const MOST_REMEMBERED = 500;
const MOST_ROWS = 200;
const gone = new Map(); // id → the version with which it went

function parse(text) {
  const holder = document.createElement("template");
  holder.innerHTML = text;
  return holder.content;
}

function isOlder(version, other) {
  return other !== undefined && Number(version) <= Number(other);
}

function goneAt(id, version) {
  gone.delete(id);
  gone.set(id, version);
  if (gone.size > MOST_REMEMBERED) gone.delete(gone.keys().next().value);
}

// Where htmx will swap the row: an empty place in its list, in order.
function makePlace(row) {
  const list = document.getElementById(row.dataset.into);
  if (!list || document.getElementById(row.id)) return;
  const place = document.createElement(row.localName);
  place.id = row.id;
  place.hidden = true;
  place.dataset.order = row.dataset.order ?? "0";
  place.dataset.place = "";
  if (gone.has(row.id)) place.dataset.version = gone.get(row.id);
  const next = [...list.children].find((each) => Number(each.dataset.order) < Number(place.dataset.order));
  list.insertBefore(place, next ?? null);
}

function tidy(root = document) {
  for (const row of root.querySelectorAll("[data-gone]")) {
    goneAt(row.id, row.dataset.version);
    row.remove();
  }
  root.querySelectorAll("[data-place]").forEach((place) => place.remove());
  for (const list of root.querySelectorAll(".rows")) {
    while (list.children.length > MOST_ROWS) list.lastElementChild.remove();
  }
}

document.addEventListener("htmx:wsBeforeMessage", (event) => {
  const text = event.detail.message;
  if (typeof text !== "string" || !text.includes("data-into=")) return;
  for (const row of parse(text).children) {
    if (row.dataset.into) makePlace(row);
  }
});

document.addEventListener("htmx:wsAfterMessage", () => {
  tidy();
  document.dispatchEvent(new CustomEvent("lobby:changed"));
});

// A whole list that was made before some of the rows that stand in it, or before some that went, brings no old news.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  const list = fragment instanceof Element ? fragment : fragment.firstElementChild;
  if (!event.detail.shouldSwap || !list?.classList.contains("rows")) return;
  const { version } = list.dataset;
  for (const row of [...list.children]) {
    const shown = document.getElementById(row.id);
    if (isOlder(row.dataset.version, gone.get(row.id))) row.remove();
    else if (shown && !isOlder(shown.dataset.version, row.dataset.version)) row.replaceWith(shown.cloneNode(true));
  }
  for (const row of target.children) {
    const known = [...list.children].some((each) => each.id === row.id);
    if (known || !row.id || isOlder(row.dataset.version, version)) continue;
    const next = [...list.children].find((each) => Number(each.dataset.order) < Number(row.dataset.order));
    list.insertBefore(row.cloneNode(true), next ?? null);
  }
});
