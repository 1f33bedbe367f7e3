// What has happened between two looks at the page: each event with its name, its key, and how long after the first it
// comes. The same event has the same key in every tab. What a page shows at first is no event.

const STEPS = [0.3, 0.64, 1.18, 1.52, 1.86, 2.2, 2.54, 2.88]; // as in motion.css

const number = (text) => Number(text ?? 0);
const all = (selector) => [...document.querySelectorAll(selector)];

// A line that another person has just said: not one's own, the house's, or what spectators said before.
function isOthers(line) {
  return !["0", document.body.dataset.player].includes(line.dataset.by) && !line.closest("#chat-after");
}

function storyOf(board) {
  const story = board?.querySelector(".is-placed") ? board : document.querySelector("#match-ended .board:has(.is-placed)");
  return [...new Set([...(story?.querySelectorAll(".flip[data-step]") ?? [])].map((flip) => number(flip.dataset.step)))];
}

export function look() {
  const table = document.querySelector("main[data-match]");
  const board = table && document.getElementById("match-board");
  const prompt = table && document.getElementById("match-prompt");
  return {
    match: board?.dataset.scope ?? "",
    watches: table?.dataset.audience === "watch",
    board: number(board?.dataset.version),
    steps: storyOf(board),
    version: prompt?.dataset.version ?? "",
    mine: prompt?.dataset.turn === "mine",
    end: document.querySelector("#match-end")?.dataset.kind ?? "",
    spoils: Boolean(document.querySelector("#match-outcome .spoils")),
    running: new Map(all('#banner [data-banner="match"]').map(({ dataset }) => [dataset.match, dataset])),
    asked: new Set(all("#banner [data-challenge]").map(({ dataset }) => dataset.challenge)),
    said: new Set(all("#chat li.msg").filter(isOthers).map(({ id }) => id)),
  };
}

const roundOf = (version) => Math.floor(version / 100);
const placedOf = (version) => Math.floor((version % 100) / 2);

function atTheTable(before, now) {
  if (!now.match || now.match !== before.match) return [];
  const events = [];
  const key = `board-${now.match}-${now.board}`;
  const anew = now.board > before.board;
  let after = 0;
  if (anew && (roundOf(now.board) > roundOf(before.board) || placedOf(now.board) > placedOf(before.board))) {
    const quick = matchMedia("(prefers-reduced-motion: reduce)").matches;
    events.push({ name: "place", key, after });
    for (const step of now.steps) {
      const at = (STEPS[step] ?? STEPS.at(-1)) * (quick ? 0.3 : 1);
      if (step) events.push({ name: step === 1 ? "rule" : "combo", key, after: at });
      events.push({ name: "flip", key, after: at });
      after = Math.max(after, at);
    }
    after += 0.35;
  }
  if (now.end && !before.end) {
    const name = now.end === "drawn" ? "drawn" : now.watches || now.end === "unfinished" ? "ended" : now.end;
    events.push({ name, key: `end-${now.match}`, after });
    after += 1;
  }
  if (now.spoils && !before.spoils) events.push({ name: "spoils", key: `spoils-${now.match}`, after });
  if (now.mine && (!before.mine || anew)) events.push({ name: "turn", key: `turn-${now.match}-${now.version}`, after });
  return events;
}

function elsewhere(before, now) {
  const events = [];
  for (const [match, { at, turn }] of now.running) {
    const known = before.running.get(match);
    if (!known) events.push({ name: "begin", key: `begin-${match}`, after: 0 });
    if (match === now.match || !turn || known?.turn === turn) continue;
    const key = turn === "spoils" ? `spoils-${match}` : `turn-${match}-${at}`;
    events.push({ name: turn === "spoils" ? "spoils" : "turn", key, after: known ? 0 : 0.8 });
  }
  for (const id of now.asked) if (!before.asked.has(id)) events.push({ name: "challenge", key: `challenge-${id}`, after: 0 });
  const lines = [...now.said].filter((id) => !before.said.has(id));
  if (lines.length) events.push({ name: "chat", key: `chat-${lines.at(-1)}`, after: 0 });
  return events;
}

export function told(before, now) {
  return [...atTheTable(before, now), ...elsewhere(before, now)];
}
