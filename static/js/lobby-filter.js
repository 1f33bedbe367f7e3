// What the lobby's filter hides, of rows pushed later too, without a page load; and which rows are the visitor's own.
// The form's fields are named as the rows' data: data-house, data-stake, data-pace; data-rules holds several words.

const form = document.querySelector("[data-lobby-filter]");

function hides(row, asked) {
  for (const [name, word] of asked) {
    if (!word) continue;
    if (name === "rule" ? !row.dataset.rules.split(" ").includes(word) : row.dataset[name] !== word) return true;
  }
  return false;
}

function apply() {
  const asked = form ? [...new FormData(form)] : [];
  const { player } = document.body.dataset;
  for (const row of document.querySelectorAll("#lobby-open > li")) {
    row.hidden = hides(row, asked);
    row.classList.toggle("is-away", !document.getElementById(`here-${row.dataset.by}`));
  }
  for (const row of document.querySelectorAll("[data-by]")) {
    row.classList.toggle("is-mine", Boolean(player) && row.dataset.by === player);
  }
}

// Friends and recent opponents are here, free or playing, as the list of who is here says.
function mirror() {
  for (const row of document.querySelectorAll("[data-mirror]")) {
    const place = row.querySelector("[data-mirror-state]");
    const said = document.getElementById(`here-${row.dataset.mirror}`)?.querySelector(".person__state");
    const text = said ? said.textContent : place.dataset.wordsAway;
    if (place.textContent !== text) place.textContent = text;
  }
}

form?.addEventListener("change", () => {
  apply();
  const asked = new URLSearchParams([...new FormData(form)].filter(([, word]) => word));
  history.replaceState(history.state, "", asked.size ? `?${asked}` : location.pathname);
});
form?.addEventListener("submit", (event) => event.preventDefault());
document.addEventListener("lobby:changed", () => {
  apply();
  mirror();
});
window.addEventListener("pageshow", apply);
apply();
