// Of several tabs that learn of the same event one alone sounds: one in sight before a hidden one.

const HIDDEN_WAITS_MS = 150;
const HELD_MS = 3_000;
const MOST_KEYS = 400;

const heard = new Set();
const tabs = "BroadcastChannel" in window ? new BroadcastChannel("sounds") : null;

function hear(key) {
  if (heard.size >= MOST_KEYS) heard.clear();
  heard.add(key);
}

tabs?.addEventListener("message", ({ data }) => hear(data));

const pause = (length) => new Promise((done) => setTimeout(done, length));

// Two tabs in sight learn of it at the same moment; a lock tells them apart, where the browser has locks.
function locked(key) {
  if (!navigator.locks) return true;
  return new Promise((answer) => {
    navigator.locks
      .request(`sound ${key}`, { ifAvailable: true }, (lock) => {
        answer(Boolean(lock));
        return lock ? pause(HELD_MS) : undefined;
      })
      .catch(() => answer(true));
  });
}

// Whether this tab is the one that sounds for the event of this key; asked once an event.
export async function mayI(key) {
  if (document.hidden) await pause(HIDDEN_WAITS_MS);
  if (heard.has(key)) return false;
  hear(key);
  tabs?.postMessage(key);
  return locked(key);
}
