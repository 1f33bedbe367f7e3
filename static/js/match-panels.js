// What lies beside the board: the rail as a sheet on a phone, the question before leaving, how many spoils are chosen.

const sheet = () => document.getElementById("match-rail");

// Which part of the rail the sheet shows, such as moves or chat; an empty word closes it.
function rail(part) {
  const open = sheet();
  if (!open || (open.dataset.shows ?? "") === part) return;
  const before = document.querySelector(`[data-rail="${open.dataset.shows}"]`);
  open.toggleAttribute("data-open", part !== "");
  if (part) open.dataset.shows = part;
  else delete open.dataset.shows;
  for (const opener of document.querySelectorAll("[data-rail][aria-controls]")) {
    opener.setAttribute("aria-expanded", String(opener.dataset.rail === part));
  }
  if (!part) before?.focus();
  else [...open.querySelectorAll('[data-rail=""]')].find((close) => close.getClientRects().length)?.focus();
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showModal();
  const wanted = event.target.closest("[data-rail]");
  if (wanted) rail(wanted.dataset.rail === sheet()?.dataset.shows ? "" : wanted.dataset.rail);
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") rail("");
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
