// A socket that stays: it opens again after every close that is not final, and notices when the line is dead.

const FINAL = new Set([4400, 4401, 4403, 4404]);
const TOO_MUCH = 4408;

const SILENCE = 11_000; // the server beats every 5 s; so long without a word means that the line is dead
const OPENING = 4_000; // an attempt that has said nothing by then is given up
const FIRST_WAIT = 250;
const LONGEST_WAIT = 2_000;
const PAUSE = 12_000; // after "too much"
const WATCH = 1_000;
const PROBE_AFTER = 2; // failed attempts, after which a plain request asks first: browsers slow down failing sockets
const PROBE = "/health/";

export class SteadySocket extends EventTarget {
  // What the ws extension asks of a WebSocket.
  CONNECTING = 0;
  OPEN = 1;
  CLOSING = 2;
  CLOSED = 3;
  onopen = null;
  onclose = null;
  onerror = null;

  #url;
  #socket = null;
  #failures = 0;
  #heardAt = 0;
  #timer = 0;
  #watch = 0;
  #dueAt = 0;
  #probing = null;
  state = "opening"; // opening, open, waiting, held, ended

  constructor(url) {
    super();
    this.#url = url;
    this.#watch = setInterval(() => this.check(), WATCH);
    queueMicrotask(() => this.#connect());
  }

  // Always open to the extension, so that it keeps no queue which it would send again later.
  get readyState() {
    return this.state === "ended" ? this.CLOSED : this.OPEN;
  }

  send(text) {
    if (this.state === "open") this.#socket.send(text);
  }

  // The extension's goodbye: the element is gone from the page.
  close() {
    this.#end(1000);
  }

  // The page is put away, and may come back from the browser's cache.
  hold() {
    if (this.state === "ended" || this.state === "held") return;
    this.#drop();
    this.#become("held");
  }

  resume() {
    if (this.state === "held") this.#connect();
  }

  // Looks whether the line is dead, or an attempt overdue.
  check() {
    const now = performance.now();
    if (this.state === "open" && now - this.#heardAt > SILENCE) this.#lost();
    else if (this.state === "opening" && this.#socket && now - this.#heardAt > OPENING) this.#lost();
    else if (this.state === "waiting" && now >= this.#dueAt) this.#attempt();
  }

  // Something happened (the tab is seen again, the network is back) after which waiting makes no sense.
  hurry() {
    if (this.state === "waiting" && !this.paused) this.#attempt();
    else this.check();
  }

  #connect() {
    if (this.state === "ended") return;
    this.#drop();
    this.#become("opening");
    this.#heardAt = performance.now();
    let socket;
    try {
      socket = new WebSocket(this.#url);
    } catch {
      this.#lost();
      return;
    }
    this.#socket = socket;
    socket.onmessage = (event) => this.#heard(event);
    socket.onclose = (event) => this.#closed(event);
    socket.onopen = () => {
      this.#heardAt = performance.now();
    };
  }

  #heard(event) {
    this.#heardAt = performance.now();
    if (typeof event.data === "string" && event.data.startsWith('{"beat"')) {
      this.#beat(JSON.parse(event.data));
      return;
    }
    this.dispatchEvent(new MessageEvent("message", { data: event.data }));
  }

  // The first beat follows the whole view: from here on the page is right.
  #beat(beat) {
    if (this.state === "opening") {
      this.#failures = 0;
      this.#become("open");
      this.onopen?.(new Event("open"));
    }
    if (beat.now) this.dispatchEvent(new CustomEvent("now", { detail: { now: beat.now, at: this.#heardAt } }));
  }

  #closed(event) {
    this.#socket = null;
    if (FINAL.has(event.code)) this.#end(event.code);
    else this.#lost(event.code, Number(event.reason) || 0);
  }

  // `seconds`: how long the server asks to wait, as the reason of its close.
  #lost(code = 1006, seconds = 0) {
    this.#drop();
    this.#failures += 1;
    this.paused = code === TOO_MUCH;
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.#failures - 1));
    const pause = Math.max(PAUSE, seconds * 1000) * (1 + Math.random() / 4);
    const wait = this.paused ? pause : longest * (0.5 + Math.random() / 2);
    this.#dueAt = performance.now() + wait;
    this.#timer = setTimeout(() => this.#attempt(), wait);
    this.#become("waiting", code, Math.ceil(wait / 1000));
  }

  async #attempt() {
    if (this.state !== "waiting" || this.#probing) return;
    clearTimeout(this.#timer);
    if (this.#failures > PROBE_AFTER && !(await this.#answers())) {
      if (this.state === "waiting") this.#lost();
      return;
    }
    if (this.state === "waiting") this.#connect();
  }

  async #answers() {
    const probing = new AbortController();
    this.#probing = probing;
    const giveUp = setTimeout(() => probing.abort(), OPENING);
    try {
      const answer = await fetch(PROBE, { cache: "no-store", credentials: "omit", signal: probing.signal });
      return answer.ok;
    } catch {
      return false;
    } finally {
      clearTimeout(giveUp);
      if (this.#probing === probing) this.#probing = null;
    }
  }

  // Lets go of the real socket without waiting for its goodbye, which a dead line never brings.
  #drop() {
    clearTimeout(this.#timer);
    this.#probing?.abort();
    this.#probing = null;
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onmessage = socket.onclose = socket.onopen = null;
    socket.close();
  }

  #end(code) {
    if (this.state === "ended") return;
    this.#drop();
    clearInterval(this.#watch);
    this.#become("ended", code);
    this.onclose?.(new CloseEvent("close", { code, wasClean: true }));
  }

  #become(state, code = 0, wait = 0) {
    const before = this.state;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: { state, before, code, wait } }));
  }
}
