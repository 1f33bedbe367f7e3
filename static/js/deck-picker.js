// Shows on each card of the stash how often it is in the deck beside it.
function mark() {
  const cards = document.getElementById("deck")?.dataset.cards.split(" ") ?? [];
  document.querySelectorAll("[data-pick]").forEach((item) => {
    const count = cards.filter((card) => card === item.dataset.pick).length;
    if (count) item.dataset.inDeck = count;
    else delete item.dataset.inDeck;
  });
}

document.addEventListener("htmx:afterSettle", mark);
mark();
