// Plays a replay by following its own links: forward after a while, and by keys. The replay itself is swapped with every
// step; whether it plays, and how fast, is kept in the bar beside it.

const PAUSE_MS = 2400;
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

const bar = document.querySelector("[data-replay-player]");
const button = bar.querySelector("[data-play]");
const speed = bar.querySelector("[data-speed]");
let timer = 0;

const replay = () => document.getElementById("replay");
const atEnd = () => replay().dataset.at === replay().dataset.moves;
const playing = () => button.getAttribute("aria-pressed") === "true";

function press(name) {
  const link = document.getElementById(`replay-${name}`);
  if (link && link.getAttribute("aria-disabled") !== "true") link.click();
}

function wait() {
  clearTimeout(timer);
  if (playing()) timer = setTimeout(() => press("forward"), PAUSE_MS / Number(speed.value));
}

function play(on) {
  button.setAttribute("aria-pressed", String(on));
  button.textContent = on ? button.dataset.wordsStop : button.dataset.wordsPlay;
  clearTimeout(timer);
  if (on) press(atEnd() ? "first" : "forward");
}

button.addEventListener("click", () => play(!playing()));
speed.addEventListener("change", wait);

document.addEventListener("click", (event) => {
  const link = event.target.closest("#replay a[hx-get]");
  if (!link) return;
  if (link.getAttribute("aria-disabled") === "true") event.preventDefault();
  else if (event.isTrusted && playing()) play(false);
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select, .scroll, dialog")) return;
  if (event.key in KEYS) {
    if (playing()) play(false);
    press(KEYS[event.key]);
  } else if (event.key === " " && !event.target.closest("button, a, summary")) play(!playing());
  else return;
  event.preventDefault();
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "replay") return;
  const told = replay().querySelector("[data-told]");
  document.getElementById("announcer").textContent = told.textContent;
  if (playing() && atEnd()) play(false);
  else wait();
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful && playing()) play(false);
});

bar.hidden = false;
