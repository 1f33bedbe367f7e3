// The page's one line to the server: opens it for the ws extension, keeps it, and says how it stands.

import { SteadySocket } from "./live-socket.js";
import "./live-regions.js";

const SAY_AFTER = 1_000; // a line that is back within this time was not worth a word
const FIRST_PATIENCE = 4_000; // a page that has just been opened may take longer to get its line

let line = null;
let saying = 0;
let stood = false;
// Fetched back by the way back, from whichever store of the browser's.
let restored = performance.getEntriesByType("navigation")[0]?.type === "back_forward";

// The player whom the page was made for; the server refuses the line when the session is another's by now.
function address(url) {
  const { player } = document.body.dataset;
  if (player === undefined) return url;
  return `${url}${url.includes("?") ? "&" : "?"}as=${encodeURIComponent(player)}`;
}

function say(text, final = false) {
  clearTimeout(saying);
  saying = 0;
  for (const banner of document.querySelectorAll("[data-line]")) {
    const words = banner.querySelector("[data-line-text]") ?? banner;
    if (words.textContent !== text) words.textContent = text;
    banner.hidden = text === "";
    banner.querySelector("[data-line-reload]")?.toggleAttribute("hidden", !final);
  }
}

function sentence(name) {
  const banner = document.querySelector("[data-line]");
  return banner?.getAttribute(`data-text-${name}`) ?? banner?.dataset.textLost ?? "";
}

function show({ state, code, wait }) {
  document.body.toggleAttribute("data-connected", state === "open");
  document.body.dataset.lineState = state;
  if (state === "open") {
    restored = false;
    stood = true;
    say("");
  } else if (state === "ended" && code >= 4000) {
    // Put away before signing out and fetched back after: what it shows may be nobody's business any more.
    if (code === 4401 && restored) location.reload();
    say(sentence(code), true);
  } else if (state === "waiting" && code === 4408) {
    say(sentence(code).replace("{seconds}", wait));
  } else if (state === "waiting" || state === "opening") {
    // From the loss on, however often it is tried meanwhile.
    const banner = document.querySelector("[data-line]");
    if (banner?.hidden === false || saying) return;
    saying = setTimeout(() => say(sentence("lost")), stood ? SAY_AFTER : FIRST_PATIENCE);
  } else {
    say("");
  }
}

function open(url) {
  line?.close();
  const opened = new SteadySocket(address(url));
  line = opened;
  opened.addEventListener("state", (event) => {
    if (line === opened) show(event.detail);
  });
  opened.addEventListener("now", (event) => {
    document.dispatchEvent(new CustomEvent("live:now", { detail: event.detail }));
  });
  return opened;
}

if (window.htmx) window.htmx.createWebSocket = open;

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) line?.hurry();
});
document.addEventListener("resume", () => line?.hurry());
window.addEventListener("online", () => line?.hurry());
window.addEventListener("focus", () => line?.hurry());
window.addEventListener("pagehide", () => line?.hold());
window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  restored = true;
  line?.resume();
});
