// Every draw of a record, worked out from its seed, beside what the record has. A row is {label, from, drawn, recorded,
// state}; `from` tells where what was chosen from came from: "seed" nothing but the seed, "record" lists of the record,
// "server" a list that only playing the match by all its rules tells, in `lists` by label; `state` is "agrees", "differs", or
// "unknown" where such a list is missing.

import * as draw from "./proof-draws.js";
import { hex, sha256, unhex } from "./proof-sha256.js";
import { Draws } from "./proof-stream.js";

const isObject = (value) => value !== null && typeof value === "object";

export function same(one, other) {
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]))
  );
}

// Seed and draws of a record; throws an Error whose message is `no_seed` or `bad_additions`.
function opened(record) {
  const seed = unhex(record?.seed);
  if (seed?.length !== 32) throw new Error("no_seed");
  const [blue, red] = draw.COLOURS.map((colour) => unhex(record.additions?.[colour] ?? ""));
  if (![blue, red].every((addition) => addition && [0, 16].includes(addition.length))) throw new Error("bad_additions");
  return { seed, draws: new Draws(seed, blue, red) };
}

function handsOf(record) {
  const cards = draw.COLOURS.map((colour) => record.hands?.[colour]);
  if (!cards.every((hand) => Array.isArray(hand) && hand.length && hand.every((card) => card?.key))) {
    throw new Error("no_hands");
  }
  return Object.fromEntries(draw.COLOURS.map((colour, place) => [colour, cards[place].map((card) => card.key)]));
}

function swapped(brought, [blue, red]) {
  const other = { [blue]: red, [red]: blue };
  const after = (keys) => keys.map((key) => other[key] ?? key);
  return { blue: after(brought.blue), red: after(brought.red) };
}

// Whether either side added something: "both", "blue", "red" or "none".
function additionsOf(record) {
  const given = draw.COLOURS.filter((colour) => record.additions?.[colour]);
  return given.length === 2 ? "both" : (given[0] ?? "none");
}

// Which of the page's notes fit a record.
export function notesOf(record) {
  const pools = draw.COLOURS.filter((colour) => record.pool?.[colour]);
  return [
    `added_${additionsOf(record)}`,
    ...(record.first_named ? ["first_named"] : []),
    ...(record.rules?.includes?.("random") && pools.length < 2 ? ["no_pool"] : []),
  ];
}

// What the clock could choose from, where the record alone tells it: no row slides, and the hands are those of the record.
function legalMoves(record, rules, held, round, number) {
  if (rules.has("power_wall") || record.board) return null;
  const before = round.moves.slice(0, number);
  const mover = draw.COLOURS[(draw.COLOURS.indexOf(record.first ?? "blue") + number) % 2];
  const played = before.map(([key]) => key);
  const left = held[mover].filter((key) => !played.includes(key));
  let keys = left;
  if (rules.has("order")) keys = left.slice(0, 1);
  if (rules.has("chaos")) keys = round.chaos[mover].filter((key) => left.includes(key)).slice(0, 1);
  const taken = before.map(([, square]) => square);
  const empty = draw.SQUARES.filter((square) => !taken.includes(square));
  return keys.flatMap((key) => empty.map((square) => [key, square]));
}

export function rowsOf(record, lists = {}, limits = {}) {
  const { seed, draws } = opened(record);
  const brought = handsOf(record);
  const rules = new Set(Array.isArray(record.rules) ? record.rules : []);
  const rows = [];
  const row = (label, from, drawn, recorded) =>
    rows.push({ label, from, drawn, recorded, state: same(drawn, recorded) ? "agrees" : "differs" });
  const byList = (label, recorded, choose) => {
    if (lists[label]) row(label, "server", choose(lists[label]), recorded);
    else rows.push({ label, from: "server", recorded, state: "unknown" });
  };

  row("commitment", "seed", hex(sha256(seed)), record.commitment);
  if (!record.first_named) row("first", "seed", draw.first(draws), record.first ?? "blue");
  for (const colour of draw.COLOURS) {
    const pool = record.pool?.[colour];
    if (pool) row(`random/${colour}`, "record", draw.randomHand(draws, colour, pool, limits[record.house]), brought[colour]);
  }
  const swap = rules.has("swap") ? draw.swap(draws, brought) : undefined;
  if (swap) row("swap", "record", swap, record.swap);
  if (rules.has("three_open")) row("shown", "record", draw.shown(draws, brought, swap), record.shown);

  const again = (record.draw ?? (rules.has("sudden_death") ? "sudden_death" : "draw")) === "replay";
  const held = rules.has("swap") && Array.isArray(record.swap) ? swapped(brought, record.swap) : brought;
  (record.rounds ?? []).forEach((round, number) => {
    if (rules.has("elemental")) {
      row(`elements/${number}`, "seed", draw.elements(draws, number), round.elements ?? {});
    }
    if (rules.has("power_wall")) row(`walls/${number}`, "seed", draw.walls(draws, number), round.walls ?? {});
    for (const colour of rules.has("chaos") ? draw.COLOURS : []) {
      const label = `chaos/${number}/${colour}`;
      const order = (keys) => draw.chaos(draws, number, colour, keys);
      const recorded = round.chaos?.[colour];
      if (number === 0 || again) row(label, "record", order(held[colour]), recorded);
      else byList(label, recorded, order);
    }
    for (const move of round.clock ?? []) {
      const label = `timeout/${number}/${move}`;
      const choose = (legal) => draw.timeout(draws, number, move, legal);
      const legal = number === 0 || again ? legalMoves(record, rules, held, round, move) : null;
      if (legal?.length) row(label, "record", choose(legal), round.moves[move]);
      else byList(label, round.moves?.[move], choose);
    }
  });
  if (lists.trade || (record.drawn ?? null) !== null) {
    byList("trade", record.drawn, (keys) => draw.trade(draws, keys));
  }
  return rows;
}
