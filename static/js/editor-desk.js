// A small help of the board editor: keeping open what the visitor had open.

import "./copy-field.js";

const opened = new Set();

document.addEventListener("toggle", ({ target }) => {
  if (!target.closest?.("#editor") || !target.id) return;
  if (target.open) opened.add(target.id);
  else if (document.contains(target)) opened.delete(target.id);
}, true);

document.addEventListener("htmx:afterSwap", () => {
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
});
