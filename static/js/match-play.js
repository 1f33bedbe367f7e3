// Play: a card is chosen, then a square; tap, drag and keys all end in the same post.
//
// The choice lives in data-chosen of the page's <main>, which no fragment swaps, and is shown on whatever comes in.

import "./match-moves.js";

const table = document.querySelector("main[data-match]");
const form = document.getElementById("match-move");
const ARROWS = { ArrowUp: -3, ArrowRight: 1, ArrowDown: 3, ArrowLeft: -1 };

const hand = () => document.querySelector('[data-hand="mine"]');
const cards = () => [...(hand()?.querySelectorAll("button.card[data-key]") ?? [])];
const cardOf = (key) => cards().find((card) => card.dataset.key === key);
const board = () => document.getElementById("match-board");
const squareOf = (number) => board()?.querySelector(`button[data-square="${number}"]`);

export function announce(text) {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = text;
}

function show() {
  const chosen = table.dataset.chosen;
  if (chosen && (!cardOf(chosen) || waits(cardOf(chosen)))) delete table.dataset.chosen;
  for (const card of cards()) {
    const picked = card.dataset.key === table.dataset.chosen;
    card.classList.toggle("is-picked", picked);
    card.setAttribute("aria-pressed", String(picked));
  }
  const met = (cardOf(table.dataset.chosen)?.dataset.triggers ?? "").split(" ");
  for (const label of board()?.querySelectorAll(".cell__wall") ?? []) {
    const cell = label.closest("[data-square]");
    label.classList.toggle("is-met", !cell.hasAttribute("data-taken") && met.includes(cell.dataset.square));
  }
  document.querySelectorAll("[data-opens=leave]").forEach((button) => {
    button.hidden = Boolean(document.querySelector("#match-end"));
  });
}

// Another card must be played: says which, and that one answers.
function refuse(card) {
  announce(document.getElementById(card.getAttribute("aria-describedby"))?.textContent ?? "");
  nudge(cards().filter((each) => each.classList.contains("is-forced")));
}

export function waits(card) {
  return card.getAttribute("aria-disabled") === "true";
}

export function choose(key) {
  if (key && cardOf(key) && waits(cardOf(key))) {
    refuse(cardOf(key));
    return;
  }
  if (key && cardOf(key)) {
    table.dataset.chosen = key;
    announce(`${form.dataset.chosenWords} ${cardOf(key).getAttribute("aria-label")}`);
  } else {
    delete table.dataset.chosen;
  }
  show();
}

export function place(square) {
  const card = table.dataset.chosen;
  if (!card) {
    announce(form.dataset.chooseFirst);
    hint();
    return;
  }
  form.elements.card.value = card;
  form.elements.square.value = square;
  form.elements.version.value = document.getElementById("match-prompt").dataset.version;
  form.requestSubmit();
}

// A tap on a square without a card chosen: the hand answers.
function hint() {
  nudge(cards().filter((card) => !waits(card)));
}

function nudge(some) {
  for (const card of some) {
    card.classList.remove("is-asked");
    void card.offsetWidth;
    card.classList.add("is-asked");
  }
}

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
  if (typing(event) || !form || !hand()) return;
  const digit = /^Digit([1-5])$/.exec(event.code)?.[1];
  const square = squareOfNumpad(event.code);
  if (digit && !event.shiftKey) {
    const card = cards().find((each) => each.dataset.number === digit);
    if (!card) return;
    choose(card.dataset.key);
    if (!document.activeElement?.closest?.("#match-board")) goTo(firstEmpty());
  } else if (square) {
    goTo(square);
  } else if (event.key in ARROWS && (table.dataset.chosen || event.target.closest?.("#match-board, body > main"))) {
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

function onClick(event) {
  const card = event.target.closest('[data-hand="mine"] button.card[data-key]');
  if (card) {
    if (card.dataset.dragged) delete card.dataset.dragged;
    else choose(card.dataset.key === table.dataset.chosen ? null : card.dataset.key);
    return;
  }
  const square = event.target.closest("#match-board button[data-square]");
  if (square) place(square.dataset.square);
}

if (table && form) {
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
}
if (table) {
  document.addEventListener("live:swapped", show);
  window.addEventListener("pageshow", show);
  show();
}
