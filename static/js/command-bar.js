// The command bar: opened by / or : or its button, it posts a line, shows the answer, and has the page follow.

import { earlier, keep, keepAnswers, keepLine, later, memory, typed } from "./command-memory.js";
import { hideOptions, onOptionKey, watchOptions } from "./command-options.js";

const bar = document.getElementById("commands");
const form = document.getElementById("command-form");
const line = document.getElementById("command-line");
const log = document.getElementById("command-log");
const BYTES = 16;
let sent = "";
let before = null;

// getRandomValues needs no secure context.
const hex = () =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const openers = () => document.querySelectorAll("[data-command-open]");

// The end of what was said; of an answer that is longer than the bar its beginning, as one reads from there.
function look() {
  const last = log.lastElementChild;
  if (!last || last.offsetHeight <= log.clientHeight) log.scrollTop = log.scrollHeight;
  else log.scrollTop += last.getBoundingClientRect().top - log.getBoundingClientRect().top;
}

function show(open) {
  bar.hidden = !open;
  openers().forEach((opener) => opener.setAttribute("aria-expanded", String(open)));
  memory.open = open;
  keep();
  if (open) look();
}

function open() {
  if (bar.hidden) before = document.activeElement;
  show(true);
  line.focus();
}

function close() {
  hideOptions(line);
  show(false);
  (before?.isConnected && before !== document.body ? before : openers()[0])?.focus({ preventScroll: true });
}

function put(text) {
  line.value = text;
  line.setSelectionRange(text.length, text.length);
  hideOptions(line);
}

function give(text) {
  open();
  put(text);
  form.requestSubmit();
}

// Who plays at this table stays; and what is typed into the page is not thrown away.
function mayGo(to) {
  const table = document.querySelector('main[data-match]:not([data-audience="watch"])');
  if (table && !document.getElementById("match-end") && !/^\/matches\/\d+\/$/.test(to.pathname)) return false;
  const fields = [...document.querySelectorAll("main :is(input, textarea):not([type=hidden])")];
  return !fields.some((field) => "defaultValue" in field && field.value !== field.defaultValue);
}

function follow(entry) {
  if (!entry.dataset.follow) return;
  const to = new URL(entry.dataset.follow, location.href);
  if (to.origin !== location.origin) return;
  if (!mayGo(to)) {
    entry.querySelector("[data-follow-link]").hidden = false;
    keepAnswers(log);
  } else if (to.href === location.href) {
    // The page of a running match is changed by its own line.
    if (!document.querySelector("main[data-match]")) location.reload();
  } else {
    location.assign(to.href);
  }
}

// The commitment has been shown: now this browser adds its bits to the draws, and the line goes again.
function addBits(entry) {
  form.elements.addition.value = hex();
  form.elements.seed_id.value = entry.dataset.seed;
  form.dataset.again = "true";
  line.readOnly = true;
  setTimeout(() => form.requestSubmit());
}

function onSubmit(event) {
  if (form.dataset.again) {
    delete form.dataset.again;
    return;
  }
  if (!line.value.trim()) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  sent = line.value;
  form.elements.adds.value = "1";
  form.elements.addition.value = "";
  form.elements.seed_id.value = "";
  form.elements.key.value = hex();
  // Until the answer is there the line stays as it was sent.
  line.readOnly = true;
  hideOptions(line);
}

function onAnswer(event) {
  if (event.target !== form) return;
  line.readOnly = false;
  const entry = log.querySelector("[data-told]:not([data-seen])");
  if (!entry) return;
  entry.dataset.seen = "true";
  look();
  if ("again" in entry.dataset) {
    addBits(entry);
    return;
  }
  keepLine(sent);
  if ("done" in entry.dataset) put("");
  memory.draft = line.value;
  keepAnswers(log);
  follow(entry);
}

function onLineKey(event) {
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || onOptionKey(event, line)) return;
  if (event.key === "Escape") close();
  else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    const text = event.key === "ArrowUp" ? earlier(line.value) : later();
    if (text !== null) put(text);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

function onKey(event) {
  if (event.key === " " && event.target.closest?.("[data-command-open]")) {
    event.preventDefault();
    open();
    return;
  }
  if (event.key !== "/" && event.key !== ":") return;
  if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
  event.preventDefault();
  open();
}

function restore() {
  log.innerHTML = memory.answers.join("");
  line.value = memory.draft;
  for (const opener of openers()) opener.setAttribute("role", "button");
  // The page about commands has a field of its own.
  show(memory.open && !document.querySelector("[data-command-page]"));
  if (memory.open && !document.querySelector("[autofocus]")) line.focus({ preventScroll: true });
}

if (bar && form) {
  document.addEventListener("submit", (event) => event.target === form && onSubmit(event), { capture: true });
  document.addEventListener("htmx:afterRequest", onAnswer);
  document.addEventListener("keydown", onKey);
  line.addEventListener("keydown", onLineKey);
  line.addEventListener("input", () => {
    typed();
    memory.draft = line.value;
    keep();
  });
  document.addEventListener("click", (event) => {
    const said = event.target.closest?.("[data-say]");
    if (said) give(said.dataset.say);
    else if (event.target.closest?.("[data-command-close]")) close();
    else if (event.target.closest?.("[data-command-open]")) {
      event.preventDefault();
      if (bar.hidden) open();
      else close();
    }
  });
  watchOptions(line);
  restore();
}
