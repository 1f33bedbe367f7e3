// Sounds of what happens: never the only sign of it, never before somebody has done something in the page, once through
// all tabs. body[data-sounded] names what sounded last.

import { mayI } from "./sounds-floor.js";
import { controls, kept } from "./sounds-kept.js";
import { look, told } from "./sounds-told.js";
import { awake, sound, wake } from "./sounds-voices.js";

const KIND = {
  place: "cards", flip: "cards",
  rule: "captures", combo: "captures",
  turn: "turn", spoils: "turn",
  begin: "match", won: "match", lost: "match", drawn: "match", ended: "match",
  challenge: "challenges", chat: "chat", clock: "clock",
};

let seen = look();
let due = 0;

async function play(events) {
  if (!awake()) return;
  const { volume, off } = kept();
  const wanted = events.filter(({ name }) => volume && !off.has(KIND[name]));
  const mine = new Map();
  for (const key of new Set(wanted.map((event) => event.key))) mine.set(key, await mayI(key));
  const played = wanted.filter(({ key }) => mine.get(key));
  for (const { name, after } of played) sound(name, after, volume / 100);
  if (played.length) document.body.dataset.sounded = played.map(({ name }) => name).join(" ");
}

// Once all that came with one message stands in the page.
function lookAgain() {
  clearTimeout(due);
  due = setTimeout(() => {
    const now = look();
    const events = told(seen, now);
    seen = now;
    play(events);
  });
}

function low({ detail: { element, seconds } }) {
  const own = element.closest(".seat.is-turn") ? seen.mine : seen.spoils && element.closest("#match-outcome");
  if (own) play([{ name: "clock", key: `clock-${element.dataset.deadline}-${seconds}`, after: 0 }]);
}

const GESTURES = ["pointerdown", "pointerup", "keydown"];

async function gesture() {
  if (await wake()) for (const name of GESTURES) document.removeEventListener(name, gesture, true);
}

for (const name of GESTURES) document.addEventListener(name, gesture, true);
document.addEventListener("live:swapped", lookAgain);
document.addEventListener("live:low", low);
window.addEventListener("pageshow", (event) => {
  if (event.persisted) seen = look();
});

const dialog = document.getElementById("sounds");
if (dialog) {
  controls(dialog, async (name) => {
    if (await wake()) sound(name, 0, kept().volume / 100);
  });
}
