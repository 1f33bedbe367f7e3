// Small helps of the board editor: copying its link, and keeping open what the visitor had open.

const opened = new Set();

function setUp() {
  for (const button of document.querySelectorAll("[data-copies]")) button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copies]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copies);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // plain http has no clipboard of its own
  }
  document.getElementById("announcer").textContent = button.dataset.copied;
  button.textContent = button.dataset.copied;
});

document.addEventListener("toggle", ({ target }) => {
  if (!target.closest?.("#editor") || !target.id) return;
  if (target.open) opened.add(target.id);
  else if (document.contains(target)) opened.delete(target.id);
}, true);

document.addEventListener("htmx:afterSwap", () => {
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  setUp();
});

setUp();
