// What lies beside the board: the rail as a sheet on a phone, the question before leaving, how many spoils are chosen.

function rail(open) {
  const sheet = document.getElementById("match-rail");
  if (!sheet || sheet.hasAttribute("data-open") === open) return;
  sheet.toggleAttribute("data-open", open);
  const opener = document.querySelector("[data-rail][aria-controls]");
  opener?.setAttribute("aria-expanded", String(open));
  (open ? sheet.querySelector("[data-rail]") : opener)?.focus();
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showModal();
  if (event.target.closest("[data-rail]")) rail(!document.getElementById("match-rail")?.hasAttribute("data-open"));
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") rail(false);
});

// Once as many are chosen as may be, the others wait.
document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-choose]");
  if (!form) return;
  const boxes = [...form.querySelectorAll('input[type="checkbox"]')];
  const full = boxes.filter((box) => box.checked).length >= Number(form.dataset.choose);
  for (const box of boxes) {
    if (!box.closest(".is-full")) box.disabled = full && !box.checked;
  }
});

document.addEventListener("htmx:afterRequest", (event) => {
  const dialog = event.target.closest?.("dialog");
  if (dialog?.open) dialog.close();
});
