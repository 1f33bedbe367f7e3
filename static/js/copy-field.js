// Buttons that copy the text of a field: they show themselves where this script runs, and say that it is done.

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

document.addEventListener("htmx:afterSwap", setUp);
setUp();
