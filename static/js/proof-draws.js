// What is drawn for a match, and how each draw reads its stream. Over both colours blue goes first; rounds and moves
// count from 0.

export const COLOURS = ["blue", "red"];
const ELEMENTS = ["fire", "ice", "thunder", "earth", "poison", "wind", "water", "holy"];
export const SQUARES = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const SIGNS = ["+", "-", "="];
const HAND = 5;
const SHOWN = 3;
const HIGH_STARS = 4;
const TOP_STARS = 5;

// The walls that a square touches, in the order up, right, down, left.
function wallsOf(square) {
  const [row, column] = [Math.floor((square - 1) / 3), (square - 1) % 3];
  const touches = { up: row === 0, right: column === 2, down: row === 2, left: column === 0 };
  return Object.keys(touches).filter((side) => touches[side]);
}

const EDGES = SQUARES.filter((square) => wallsOf(square).length);

export function first(draws) {
  return draws.stream("first").choice(COLOURS);
}

export function elements(draws, round) {
  const stream = draws.stream(`elements/${round}`);
  const found = {};
  for (const square of SQUARES) if (stream.below(2) === 0) found[square] = stream.choice(ELEMENTS);
  return found;
}

export function walls(draws, round) {
  const stream = draws.stream(`walls/${round}`);
  const count = 2 + stream.below(3);
  const found = {};
  for (const square of stream.sample(EDGES, count)) {
    const wall = stream.choice(wallsOf(square));
    const sign = stream.choice(SIGNS);
    found[square] = [wall, sign, 5 + stream.below(11)];
  }
  return found;
}

export function chaos(draws, round, colour, keys) {
  return draws.stream(`chaos/${round}/${colour}`).shuffle(keys);
}

export function swap(draws, hands) {
  const stream = draws.stream("swap");
  return COLOURS.map((colour) => stream.choice(hands[colour]));
}

// Three of each five that were brought; a card given away by Swap is among them.
export function shown(draws, brought, swapped) {
  const stream = draws.stream("shown");
  const three = {};
  COLOURS.forEach((colour, number) => {
    const given = swapped ? [swapped[number]] : [];
    const others = brought[colour].filter((key) => !given.includes(key));
    const chosen = [...given, ...stream.sample(others, Math.min(SHOWN - given.length, others.length))];
    three[colour] = brought[colour].filter((key) => chosen.includes(key));
  });
  return three;
}

const starsOf = ([, level]) => Math.floor((level + 1) / 2);
const isHigh = (copy) => starsOf(copy) >= HIGH_STARS;

function fits(hand, copy, limit) {
  const stars = [...hand, copy].map(starsOf);
  const count = (least) => stars.filter((each) => each >= least).length;
  return count(HIGH_STARS) <= limit.most_high && count(TOP_STARS) <= limit.most_top;
}

export const NO_LIMIT = { high_first: 0, most_high: HAND, most_top: HAND };

// Five of the pool's copies, [key, level] in order, in drawn order; null where the pool gives no five.
export function randomHand(draws, colour, pool, limit = NO_LIMIT) {
  const stream = draws.stream(`random/${colour}`);
  const left = [...pool];
  const hand = [];
  const draw = (copies) => {
    const [key, level] = stream.choice(copies);
    hand.push(left.splice(left.findIndex((copy) => copy[0] === key && copy[1] === level), 1)[0]);
  };
  const fitting = () => left.filter((copy) => fits(hand, copy, limit));
  while (hand.length < limit.high_first && fitting().some(isHigh)) draw(fitting().filter(isHigh));
  while (hand.length < HAND) {
    const all = fitting();
    if (!all.length) return null;
    const others = all.filter((copy) => !limit.high_first || !isHigh(copy));
    draw(others.length ? others : all);
  }
  return hand.map(([key]) => key);
}

export function timeout(draws, round, move, legal) {
  return draws.stream(`timeout/${round}/${move}`).choice(legal);
}

export function trade(draws, keys) {
  return draws.stream("trade").choice(keys);
}
