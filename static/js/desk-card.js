// The admin's form of a card: draws the card anew with what is typed and with the picture that is chosen.
const WAIT = 300;
const FIELDS = ["series", "number", "name", "level", "element", "type", "up", "right", "down", "left", "drop_art"];

const shown = document.querySelector("[data-desk-preview]");
const form = shown?.closest("form");
let timer;
let latest = 0;

function typed() {
  const data = new FormData();
  const all = new FormData(form);
  data.set("csrfmiddlewaretoken", all.get("csrfmiddlewaretoken"));
  data.set("card", shown.dataset.card);
  for (const name of FIELDS) if (all.has(name)) data.set(name, all.get(name));
  const file = all.get("new_art");
  if (file?.size) data.set("new_art", file);
  return data;
}

async function redraw() {
  const mine = ++latest;
  try {
    const answer = await fetch(shown.dataset.deskPreview, { method: "POST", body: typed() });
    const html = await answer.text();
    if (answer.ok && mine === latest) shown.innerHTML = html;
  } catch {
    // Without the server the last drawing stays.
  }
}

form?.addEventListener("input", (event) => {
  if (!FIELDS.includes(event.target.name) && event.target.name !== "new_art") return;
  clearTimeout(timer);
  timer = setTimeout(redraw, WAIT);
});
