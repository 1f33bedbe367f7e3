// A board to try things on: a card of the hand and a square are chosen by tap, click or key, and its form is sent.
// Without this the form's two lists and its button do the same.

const ARROWS = { ArrowUp: -3, ArrowRight: 1, ArrowDown: 3, ArrowLeft: -1 };

const formOf = (table) => table.querySelector("form:has([data-cards])");

function show(table) {
  const chosen = formOf(table)?.elements.card.value;
  for (const card of table.querySelectorAll("button.card[data-key]")) {
    const picked = card.dataset.key === chosen;
    card.classList.toggle("is-picked", picked);
    card.setAttribute("aria-pressed", String(picked));
  }
}

function place(table, square) {
  const form = formOf(table);
  if (!form || ![...form.elements.square.options].some((option) => option.value === square)) return;
  form.elements.square.value = square;
  form.requestSubmit(form.querySelector("[data-place]") ?? undefined);
}

function step(cell, key) {
  const from = Number(cell.dataset.square);
  const to = from + ARROWS[key];
  const sideways = key === "ArrowLeft" || key === "ArrowRight";
  if (to < 1 || to > 9 || (sideways && Math.ceil(from / 3) !== Math.ceil(to / 3))) return;
  cell.closest(".board").querySelector(`[data-square="${to}"]`).focus();
}

document.addEventListener("click", (event) => {
  const table = event.target.closest("[data-table]");
  if (!table) return;
  const card = event.target.closest("button.card[data-key]");
  const cell = event.target.closest("button.cell[data-square]");
  if (card) {
    formOf(table).elements.card.value = card.dataset.key;
    show(table);
  } else if (cell) place(table, cell.dataset.square);
});

document.addEventListener("change", (event) => {
  const table = event.target.matches("[data-cards]") && event.target.closest("[data-table]");
  if (table) show(table);
});

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest("[data-table] button.cell[data-square]");
  if (!cell || !(event.key in ARROWS) || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  step(cell, event.key);
});

// What was placed is said once, and whoever plays by keys goes on from where they were.
document.addEventListener("htmx:afterSwap", (event) => {
  const swapped = document.getElementById(event.detail.target?.id);
  const table = swapped?.closest("[data-table]") ?? swapped?.querySelector("[data-table]");
  const told = table?.querySelector("[data-told]");
  if (table) show(table);
  if (told && table.hasAttribute("data-played")) document.getElementById("announcer").textContent = told.textContent;
  if (table && document.activeElement === document.body) told?.focus({ preventScroll: true });
});

for (const table of document.querySelectorAll("[data-table]")) show(table);
