// Counts down to the server's deadlines by the server's clock, however wrong the clock of this machine is.
//
// <span data-deadline="epoch ms" data-now="server's epoch ms when this was made" data-span="whole length in ms">
// The time is written into [data-left] inside, or into the element itself. In the last ten seconds the clock around it,
// or else the element, has the class is-low; afterwards the element has data-over. --left goes from 1 to 0 with a span.

const TICK = 200;
const LOW = 10_000;
const SAMPLES = 5;

// How far the server's clock is ahead of this page's stopwatch. News is late, never early: the largest is the best.
const samples = [];
const seen = new WeakSet();

function note(now, at) {
  samples.push(now - at);
  if (samples.length > SAMPLES) samples.shift();
}

function serverNow() {
  return samples.length ? Math.max(...samples) + performance.now() : Date.now();
}

// The page itself was made a moment before its first byte came.
function madeAt() {
  if (document.readyState !== "complete") {
    return performance.getEntriesByType("navigation")[0]?.responseStart ?? performance.now();
  }
  return performance.now();
}

function words(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60)];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes % 60).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

function tell(element, seconds) {
  document.dispatchEvent(new CustomEvent("live:low", { detail: { element, seconds } }));
}

function tick() {
  const elements = document.querySelectorAll('[data-deadline]:not([data-deadline=""])');
  for (const element of elements) {
    if (seen.has(element)) continue;
    seen.add(element);
    if (element.dataset.now && samples.length < SAMPLES) note(Number(element.dataset.now), madeAt());
  }
  const now = elements.length ? serverNow() : 0;
  for (const element of elements) {
    const left = Number(element.dataset.deadline) - now;
    const place = element.querySelector("[data-left]") ?? element;
    const text = words(left);
    if (place.textContent !== text) {
      place.textContent = text;
      if (left > 0 && left <= LOW) tell(element, Math.ceil(left / 1000));
    }
    (element.closest(".clock") ?? element).classList.toggle("is-low", left > 0 && left <= LOW);
    element.toggleAttribute("data-over", left <= 0);
    const span = Number(element.dataset.span);
    if (span) element.style.setProperty("--left", Math.min(1, Math.max(0, left / span)).toFixed(3));
  }
}

document.addEventListener("live:now", (event) => {
  note(event.detail.now, event.detail.at);
  tick();
});
document.addEventListener("live:swapped", tick);
document.addEventListener("visibilitychange", tick);
window.addEventListener("pageshow", tick);
setInterval(tick, TICK);
tick();
