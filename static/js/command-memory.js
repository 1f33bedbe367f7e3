// What the tab remembers of the command bar from page to page: the lines given, the answers, whether it stands open. It
// is one player's: whoever signs in next in this tab finds nothing.

const KEY = "triad.commands";
const MOST_LINES = 100;
const MOST_ANSWERS = 20;
const player = document.body.dataset.player ?? "";

function read() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    if (kept?.player === player) return kept;
  } catch {
    // nothing that can be read
  }
  return { player, lines: [], answers: [], open: false, draft: "" };
}

export const memory = read();

export function keep() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // no room, or none allowed: it is forgotten with the page
  }
}

export function keepAnswers(log) {
  while (log.children.length > MOST_ANSWERS) log.firstElementChild.remove();
  memory.answers = [...log.children].map((entry) => entry.outerHTML);
  keep();
}

// The lines given before, and where the arrows stand among them.
let at = memory.lines.length;
let unsent = "";

export function keepLine(line) {
  if (memory.lines.at(-1) !== line) memory.lines.push(line);
  memory.lines = memory.lines.slice(-MOST_LINES);
  at = memory.lines.length;
  keep();
}

export function earlier(now) {
  if (at === 0) return null;
  if (at === memory.lines.length) unsent = now;
  at -= 1;
  return memory.lines[at];
}

export function later() {
  if (at === memory.lines.length) return null;
  at += 1;
  return at === memory.lines.length ? unsent : memory.lines[at];
}

export function typed() {
  at = memory.lines.length;
}
