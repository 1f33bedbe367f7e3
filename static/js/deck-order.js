// The bench of a deck by hand: keys and drags end in the same posts as its buttons, and the focus follows the card.
const DRAG_FROM_PX = 6;
const STEPS = { ArrowLeft: "left", ArrowUp: "left", ArrowRight: "right", ArrowDown: "right" };

let focusAfter = null;

const deck = () => document.getElementById("deck");
const places = () => [...deck().querySelectorAll("[data-place][data-held]")];
const post = (address, values) =>
  window.htmx.ajax("POST", address, {
    target: "#deck",
    swap: "outerHTML settle:0ms",
    values: { ...values, seen: deck().dataset.cards },
  });

function step(place, kind) {
  const button = document.getElementById(`${kind}-${place}`);
  const waiting = deck().querySelector(".htmx-request");
  if (button && !button.disabled && !waiting) button.click();
  return Boolean(button) && !waiting;
}

document.addEventListener("keydown", (event) => {
  const card = event.target.closest?.(".deck__card");
  if (!card || event.altKey || event.ctrlKey || event.metaKey) return;
  const place = card.closest("[data-place]").dataset.place;
  const kind = STEPS[event.key] ?? (["Delete", "Backspace"].includes(event.key) ? "out" : null);
  if (kind && step(place, kind)) {
    event.preventDefault();
    focusAfter = { kind: "place", place: Number(place) + { left: -1, right: 1, out: 0 }[kind] };
  }
});

document.addEventListener("click", (event) => {
  const button = event.target.closest?.(".deck__tools button");
  if (!button) return;
  const [kind, place] = button.id.split("-");
  focusAfter = { kind: event.detail === 0 ? kind : "place", place: Number(place) + { left: -1, right: 1, out: 0 }[kind] };
}, true);

// With the swap itself: a key pressed a moment later is meant for the card that was moved.
document.addEventListener("htmx:afterSwap", () => {
  if (!focusAfter || !deck()) return;
  const { kind, place } = focusAfter;
  focusAfter = null;
  const here = Math.max(1, Math.min(place, places().length));
  const wanted = [`${kind}-${here}`, `place-${here}`].map((id) => document.getElementById(id));
  wanted.find((element) => element && !element.disabled)?.focus();
});

// Dragging: a card of the deck to another place, or a card of the stash onto the deck (by mouse or pen; a finger scrolls there).
let drag = null;

function nearest(x, y) {
  const distance = (place) => {
    const box = place.getBoundingClientRect();
    return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y);
  };
  return places().sort((a, b) => distance(a) - distance(b))[0];
}

function over(x, y) {
  const box = deck().getBoundingClientRect();
  return x > box.left && x < box.right && y > box.top && y < box.bottom;
}

function begin(event) {
  const { source } = drag;
  drag.moving = true;
  drag.shown = drag.kind === "pick" ? source.querySelector(".card").cloneNode(true) : source;
  if (drag.kind === "pick") {
    const box = source.getBoundingClientRect();
    drag.shown.classList.add("drag-ghost");
    Object.assign(drag.shown.style, { inlineSize: `${box.width}px`, left: `${box.left}px`, top: `${box.top}px` });
    document.body.append(drag.shown);
  }
  drag.shown.classList.add("is-dragged");
  source.setPointerCapture(event.pointerId);
}

function end(drop) {
  const done = drag;
  drag = null;
  if (!done?.moving) return;
  done.shown.classList.remove("is-dragged");
  // Not emptied but removed: htmx copies attributes of equal ids, and the policy forbids a style attribute.
  done.shown.removeAttribute("style");
  if (done.kind === "pick") done.shown.remove();
  document.querySelectorAll(".is-target").forEach((element) => element.classList.remove("is-target"));
  // The click that follows a drag is not meant.
  const swallow = (event) => { event.preventDefault(); event.stopPropagation(); };
  document.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 50);
  if (drop) dropped(done, drop);
}

function dropped({ kind, source }, { clientX, clientY }) {
  if (!over(clientX, clientY)) return;
  if (kind === "pick") {
    post(deck().dataset.add, { text: source.value });
    return;
  }
  const from = Number(source.closest("[data-place]").dataset.place);
  const to = Number(nearest(clientX, clientY).dataset.place);
  if (from === to) return;
  const order = places().map((place) => Number(place.dataset.place)).filter((place) => place !== from);
  order.splice(to - 1, 0, from);
  focusAfter = { kind: "place", place: to };
  post(deck().dataset.reorder, { order: order.join(" ") });
}

document.addEventListener("pointerdown", (event) => {
  const source = event.target.closest?.(".deck__card, .picker__add");
  if (!source || event.button !== 0 || !event.isPrimary) return;
  const kind = source.matches(".picker__add") ? "pick" : "place";
  if (kind === "pick" && event.pointerType === "touch") return;
  drag = { source, kind, x: event.clientX, y: event.clientY, moving: false };
});

document.addEventListener("pointermove", (event) => {
  if (!drag || !event.isPrimary) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moving && Math.hypot(x, y) < DRAG_FROM_PX) return;
  if (!drag.moving) begin(event);
  drag.shown.style.translate = `${x}px ${y}px`;
  document.querySelectorAll(".is-target").forEach((element) => element.classList.remove("is-target"));
  if (!over(event.clientX, event.clientY)) return;
  (drag.kind === "pick" ? deck() : nearest(event.clientX, event.clientY))?.classList.add("is-target");
});

document.addEventListener("pointerup", (event) => end(event));
document.addEventListener("pointercancel", () => end(null));
document.addEventListener("keydown", (event) => { if (event.key === "Escape") end(null); });
document.addEventListener("dragstart", (event) => {
  if (event.target.closest?.(".deck, .picker")) event.preventDefault();
});
