// While it is one's turn, the title and the sign of the tab say so: at the table, and on every other page of the site.

const icon = document.querySelector('link[rel="icon"][data-turn-href]');
const usual = icon?.getAttribute("href");
let prefix = "";

// What is to do, if anything: at the table its own word counts, elsewhere the banner's.
function due() {
  const prompt = document.querySelector("main[data-match] #match-prompt");
  const lines = [...document.querySelectorAll('#banner [data-banner="match"][data-turn]')];
  if (prompt?.dataset.turn === "mine") return "mine";
  const elsewhere = lines.filter((line) => line.dataset.turn === "spoils" || line.dataset.match !== prompt?.dataset.scope);
  return elsewhere[0]?.dataset.turn ?? "";
}

function mark() {
  const kind = due();
  const words = { mine: icon.dataset.turnWords, spoils: icon.dataset.spoilsWords }[kind];
  const title = document.title.startsWith(prefix) ? document.title.slice(prefix.length) : document.title;
  prefix = words ? `● ${words} – ` : "";
  if (document.title !== prefix + title) document.title = prefix + title;
  const href = words ? icon.dataset.turnHref : usual;
  if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
}

if (icon) {
  document.addEventListener("live:swapped", mark);
  window.addEventListener("pageshow", mark);
  mark();
}
