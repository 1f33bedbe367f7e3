// The chat of a page: what is typed, short sentences, lines as this reader reads them, and how many are unread.

import { number } from "./chat-lines.js";

const NEAR = 40; // so many characters before the end one is told how many are left
const SLACK = 8;
const DRAFT = "chat-draft";

const form = () => document.getElementById("chat-form");
const field = () => document.getElementById("chat-text");
const following = new WeakMap(); // log → whether it follows the newest line
const newest = new Map(); // room → the number of the last line that was shown
let unread = 0;

function count() {
  const left = document.querySelector(".chat__left");
  const told = document.getElementById("chat-left");
  if (!left || !field()) return;
  const rest = Number(field().dataset.most) - [...field().value].length;
  left.textContent = rest > NEAR ? "" : rest;
  left.title = rest > NEAR ? "" : told.dataset.words;
  left.classList.toggle("is-over", rest < 0);
  // Told aloud when a further ten are used up, not at every key.
  const step = rest > NEAR ? "" : String(Math.max(-1, Math.ceil(rest / 10)));
  if (told.dataset.step === step) return;
  told.dataset.step = step;
  told.textContent = step && `${rest} ${told.dataset.words}`;
}

// What was typed while the line was under way stays.
function sent(text) {
  const input = field();
  if (!input || !text || !input.value.startsWith(text)) return;
  input.value = input.value.slice(text.length).trimStart();
  count();
}

// What is typed and not sent yet goes with who typed it, and with nobody else in this browser, to the page of the
// rematch, and through a reload.
const drafts = {
  keep() {
    const room = document.getElementById("chat-room")?.value;
    if (!room || !field()) return;
    const { player } = document.body.dataset;
    if (field().value) sessionStorage.setItem(DRAFT, JSON.stringify({ player, room, text: field().value }));
    else sessionStorage.removeItem(DRAFT);
  },
  fetch() {
    const where = document.getElementById("chat-room");
    const { player, room, text } = JSON.parse(sessionStorage.getItem(DRAFT) ?? "{}");
    if (!text || player !== document.body.dataset.player || !field() || field().value) return;
    if (room !== where.value && room !== where.dataset.before) return;
    field().value = text;
    sessionStorage.removeItem(DRAFT);
  },
};

function draft(what) {
  try {
    drafts[what]();
  } catch {
    // a browser that stores nothing
  }
}

// Short sentences in the words of this page, times by this clock.
function read(line) {
  line.dataset.read = "";
  line.classList.toggle("is-mine", line.dataset.by !== "0" && line.dataset.by === document.body.dataset.player);
  const preset = line.querySelector("[data-preset]");
  const words = preset && form()?.querySelector(`[name="preset"][value="${CSS.escape(preset.dataset.preset)}"]`);
  if (words) preset.textContent = words.textContent;
  const time = line.querySelector("time");
  if (time) {
    const at = new Date(time.dateTime);
    time.textContent = `${String(at.getHours()).padStart(2, "0")}:${String(at.getMinutes()).padStart(2, "0")}`;
  }
}

function tell() {
  const shown = document.getElementById("chat")?.getClientRects().length > 0;
  if (shown) unread = 0;
  for (const place of document.querySelectorAll("[data-chat-unread]")) {
    place.hidden = unread === 0;
    const words = document.createElement("span");
    words.className = "visually-hidden";
    words.textContent = ` ${place.dataset.words}`;
    place.replaceChildren(` · ${unread}`, words);
  }
}

function look() {
  for (const list of document.querySelectorAll(".chat__lines")) {
    const { scope } = list.dataset;
    const last = newest.get(scope);
    for (const line of list.querySelectorAll("li:not([data-read])")) {
      read(line);
      const isNews = last !== undefined && number(line) > last && !list.closest("#chat-after");
      if (isNews && !line.classList.contains("is-mine")) unread += 1;
    }
    newest.set(scope, Math.max(last ?? 0, ...[...list.children].slice(-1).map(number)));
    const log = list.closest(".chat__log");
    if (log && following.get(log) !== false) log.scrollTop = log.scrollHeight;
  }
  tell();
}

function closeOthers(target) {
  for (const open of document.querySelectorAll(".chat__presets[open], .msg__acts[open]")) {
    if (!open.contains(target)) open.open = false;
  }
}

document.addEventListener("chat:changed", look);
document.addEventListener("input", (event) => event.target === field() && count());
document.addEventListener("click", (event) => {
  closeOthers(event.target);
  if (event.target.closest?.("[data-rail]")) requestAnimationFrame(look);
});
document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && event.target.closest?.(".chat__presets[open], .msg__acts[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
  event.stopPropagation();
});
document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, successful, requestConfig } = event.detail;
  if (elt !== form()) return;
  closeOthers(null);
  if (successful && !requestConfig.formData.get("preset")) sent(requestConfig.formData.get("text"));
});
document.addEventListener(
  "scroll",
  ({ target: log }) => {
    if (log.classList?.contains("chat__log")) {
      following.set(log, log.scrollTop + log.clientHeight >= log.scrollHeight - SLACK);
    }
  },
  true,
);
document.addEventListener("toggle", (event) => event.target.closest?.("#chat-after") && look(), true);

window.addEventListener("pagehide", () => draft("keep"));
draft("fetch");
look();
count();
document.body.dataset.chat = "ready";
