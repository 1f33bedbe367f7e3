// Drag a card of one's own hand onto a square, by mouse, finger or pen; it ends in the same post as a tap.

import { choose, place, waits } from "./match-choice.js";

const FAR_ENOUGH = 8; // pixels; less is a tap

let drag = null;

function squareAt(x, y) {
  return document.elementFromPoint(x, y)?.closest("#match-board button[data-square]:not([data-taken])") ?? null;
}

function aim(square) {
  for (const cell of document.querySelectorAll("#match-board .is-target")) {
    if (cell !== square) cell.classList.remove("is-target");
  }
  square?.classList.add("is-target");
}

function start(event) {
  if (drag || event.button !== 0 || !event.isPrimary) return;
  const card = event.target.closest('[data-hand="mine"] button.card[data-key]');
  if (!card || waits(card)) return;
  const box = card.getBoundingClientRect();
  drag = { key: card.dataset.key, card, id: event.pointerId, x: event.clientX, y: event.clientY, box, ghost: null };
}

function lift(event) {
  const { card, box } = drag;
  const ghost = card.cloneNode(true);
  ghost.removeAttribute("data-key");
  ghost.removeAttribute("data-focus-key");
  ghost.classList.remove("is-picked");
  ghost.classList.add("is-dragged");
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.inlineSize = `${box.width}px`;
  document.body.append(ghost);
  drag.ghost = ghost;
  choose(drag.key);
  document.body.classList.add("is-dragging");
  follow(event);
}

function follow(event) {
  const left = drag.box.left + event.clientX - drag.x;
  const top = drag.box.top + event.clientY - drag.y;
  drag.ghost.style.transform = `translate(${left}px, ${top}px)`;
  aim(squareAt(event.clientX, event.clientY));
}

function move(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR_ENOUGH) return;
  event.preventDefault();
  if (drag.ghost) follow(event);
  else lift(event);
}

function finish(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { ghost, card } = drag;
  drag = null;
  document.body.classList.remove("is-dragging");
  aim(null);
  if (!ghost) return;
  ghost.remove();
  // The click that follows a drag chooses nothing.
  card.dataset.dragged = "true";
  setTimeout(() => delete card.dataset.dragged, 0);
  const square = event.type === "pointerup" ? squareAt(event.clientX, event.clientY) : null;
  if (square) place(square.dataset.square);
}

if (document.getElementById("match-move")) {
  document.addEventListener("pointerdown", start);
  document.addEventListener("pointermove", move, { passive: false });
  document.addEventListener("pointerup", finish);
  document.addEventListener("pointercancel", finish);
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.('[data-hand="mine"]')) event.preventDefault();
  });
}
