// How draws and what came of them are said. The words are the page's, by name; `{round}` and the like are filled in.

export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

// The name of a draw by its label.
export function titleOf(label, words) {
  const [kind, one, two] = label.split("/");
  const values = {
    colour: words[kind === "chaos" ? two : one] ?? "",
    round: Number(one) + 1,
    move: Number(two) + 1,
  };
  return filled(words[`draw_${kind}`] ?? label, values);
}

// What a draw gave, in words; `names` are the cards' names by key.
export function valueOf(label, value, words, names) {
  if (value === null || value === undefined) return words.nothing;
  const [kind] = label.split("/");
  const card = (key) => (names[key] ? `${names[key]} (${key})` : String(key));
  const says = {
    commitment: () => value,
    first: () => words[value] ?? value,
    random: () => value.map(card).join(", "),
    swap: () => value.map(card).join(" ↔ "),
    shown: () => Object.values(value).flat().map(card).join(", "),
    elements: () => bySquare(value, (element) => words[element] ?? element, words),
    walls: () => bySquare(value, ([wall, sign, number]) => `${words[wall] ?? wall} ${sign} ${number}`, words),
    chaos: () => value.map(card).join(", "),
    timeout: () => filled(words.placed, { card: card(value[0]), square: value[1] }),
    trade: () => card(value),
  };
  try {
    return says[kind]();
  } catch {
    return JSON.stringify(value);
  }
}

function bySquare(value, say, words) {
  const all = Object.entries(value).map(([square, one]) => `${square}: ${say(one)}`);
  return all.length ? all.join(", ") : words.none;
}
