// Which card of one's own hand is chosen: on one's turn to be placed, before it to be placed then.
//
// The choice lives in data-chosen of the page's <main>, which no fragment swaps, and is shown on whatever comes in. The
// server hears of it only with a placement.

const table = document.querySelector("main[data-match]");
const form = document.getElementById("match-move");

export const hand = () => document.querySelector('[data-hand="mine"]');
export const cards = () => [...(hand()?.querySelectorAll("button.card[data-key]") ?? [])];
export const board = () => document.getElementById("match-board");
const cardOf = (key) => cards().find((card) => card.dataset.key === key);
const prompt = () => document.getElementById("match-prompt");
const isMine = () => prompt()?.dataset.turn === "mine";

let wasMine = isMine();
let next = null;

export const chosen = () => table.dataset.chosen;

export function announce(text) {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = text;
}

export function waits(card) {
  return card.getAttribute("aria-disabled") === "true";
}

// The chosen card was played, or may not be played any more: the latter is told.
function weigh() {
  const key = table.dataset.chosen;
  const card = key && cardOf(key);
  const mine = isMine();
  if (key && (!card || waits(card))) {
    if (hand() && key !== table.dataset.placing) announce(`${form.dataset.droppedWords} ${table.dataset.chosenName}`);
    delete table.dataset.chosen;
    delete table.dataset.chosenName;
  } else if (key && mine && !wasMine) {
    announce(`${form.dataset.keptWords} ${table.dataset.chosenName}`);
  }
  wasMine = mine;
}

export function show() {
  weigh();
  const key = table.dataset.chosen;
  for (const card of cards()) {
    const picked = card.dataset.key === key;
    card.classList.toggle("is-picked", picked);
    card.classList.toggle("is-ahead", picked && !isMine());
    card.setAttribute("aria-pressed", String(picked));
  }
  const met = ((key && cardOf(key)?.dataset.triggers) ?? "").split(" ");
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

export function choose(key) {
  const card = key && cardOf(key);
  if (card && waits(card)) {
    refuse(card);
    return;
  }
  if (card) {
    table.dataset.chosen = key;
    table.dataset.chosenName = card.getAttribute("aria-label");
    announce(`${isMine() ? form.dataset.chosenWords : form.dataset.aheadWords} ${table.dataset.chosenName}`);
  } else if (table.dataset.chosen) {
    announce(form.dataset.takenBackWords);
    delete table.dataset.chosen;
    delete table.dataset.chosenName;
  }
  show();
}

export function place(square) {
  const key = table.dataset.chosen;
  if (!isMine()) {
    announce(key ? `${form.dataset.notYetWords} ${table.dataset.chosenName}` : form.dataset.notYourTurn);
    nudge([prompt()]);
    return;
  }
  if (!key) {
    announce(form.dataset.chooseFirst);
    nudge(cards().filter((card) => !waits(card)));
    return;
  }
  if (form.classList.contains("htmx-request")) {
    // One's turn again before the answer to the last placement is here: this one follows it, and is not lost.
    if (form.elements.version.value !== prompt().dataset.version) next ??= { key, square };
    announce(form.dataset.underWay);
    return;
  }
  table.dataset.placing = key;
  form.elements.card.value = key;
  form.elements.square.value = square;
  form.elements.version.value = prompt().dataset.version;
  form.requestSubmit();
}

// Another card chosen, or the turn gone, meanwhile: what was meant then is not meant now.
function goOn() {
  delete table.dataset.placing;
  const held = next;
  next = null;
  if (held && held.key === chosen() && isMine()) place(held.square);
}

// What was tapped without being able to answer: something else does.
function nudge(some) {
  for (const each of some.filter(Boolean)) {
    each.classList.remove("is-asked");
    void each.offsetWidth;
    each.classList.add("is-asked");
  }
}

if (table) {
  document.addEventListener("live:swapped", show);
  window.addEventListener("pageshow", show);
  form?.addEventListener("htmx:afterRequest", () => setTimeout(goOn));
  show();
}
