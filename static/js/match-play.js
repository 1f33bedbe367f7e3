// Play: a card is chosen, then a square; tap, drag and keys all end in the same post.

import "./match-moves.js";
import { board, cards, choose, chosen, hand, place } from "./match-choice.js";

const table = document.querySelector("main[data-match]");
const form = document.getElementById("match-move");
const ARROWS = { ArrowUp: -3, ArrowRight: 1, ArrowDown: 3, ArrowLeft: -1 };
const CARD = '[data-hand="mine"] button.card[data-key]';
const SQUARE = "#match-board button[data-square]";

const squareOf = (number) => board()?.querySelector(`button[data-square="${number}"]`);

function goTo(number) {
  squareOf(number)?.focus();
}

function firstEmpty() {
  return board()?.querySelector("button[data-square]:not([data-taken])")?.dataset.square;
}

function step(key) {
  const focused = document.activeElement?.closest?.("#match-board [data-square]");
  if (!focused) return goTo(firstEmpty() ?? 5);
  const from = Number(focused.dataset.square);
  const to = from + ARROWS[key];
  const sideways = key === "ArrowLeft" || key === "ArrowRight";
  const sameRow = Math.ceil(to / 3) === Math.ceil(from / 3);
  if (to >= 1 && to <= 9 && (!sideways || sameRow)) goTo(to);
}

// The number block by place: 7 8 9 is the upper row.
function squareOfNumpad(code) {
  const digit = Number(code.slice(6));
  return code.startsWith("Numpad") && digit >= 1 && digit <= 9 ? (2 - Math.floor((digit - 1) / 3)) * 3 + ((digit - 1) % 3) + 1 : 0;
}

function typing(event) {
  return event.target.closest?.("input, textarea, select, dialog, [contenteditable]") || event.altKey || event.ctrlKey || event.metaKey;
}

function onKey(event) {
  if (typing(event) || !hand()) return;
  const digit = /^Digit([1-5])$/.exec(event.code)?.[1];
  const square = squareOfNumpad(event.code);
  if (digit && !event.shiftKey) {
    const card = cards().find((each) => each.dataset.number === digit);
    if (!card) return;
    choose(card.dataset.key);
    if (!document.activeElement?.closest?.("#match-board")) goTo(firstEmpty());
  } else if (square) {
    goTo(square);
  } else if (event.key in ARROWS && (chosen() || event.target.closest?.("#match-board, body > main"))) {
    step(event.key);
  } else if (event.key === "Escape") {
    choose(null);
    return;
  } else if (event.key === "Enter" && event.repeat && event.target.closest?.("#match-board")) {
    // Enter held down is one placement.
  } else {
    return;
  }
  event.preventDefault();
}

function act(control) {
  if (!control.matches(CARD)) place(control.dataset.square);
  else if (control.dataset.dragged) delete control.dataset.dragged;
  else choose(control.dataset.key === chosen() ? null : control.dataset.key);
}

function controlOf(element) {
  return element?.closest?.(`${CARD}, ${SQUARE}`) ?? null;
}

// A push that comes while a finger is down takes the element away under it, and the browser makes no click of that.
let pressed = null;

function release(event) {
  const down = pressed;
  pressed = null;
  if (!down || down.id !== event.pointerId || down.control.isConnected) return;
  if (document.body.classList.contains("is-dragging")) return;
  const now = controlOf(document.elementFromPoint(event.clientX, event.clientY));
  const { key, square } = down.control.dataset;
  if (now && (key ? now.dataset.key === key : now.dataset.square === square)) act(now);
}

if (table && form) {
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", (event) => {
    const control = controlOf(event.target);
    if (control) act(control);
  });
  document.addEventListener("pointerdown", (event) => {
    const control = event.isPrimary && event.button === 0 ? controlOf(event.target) : null;
    pressed = control && { control, id: event.pointerId };
  });
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", () => {
    pressed = null;
  });
}
