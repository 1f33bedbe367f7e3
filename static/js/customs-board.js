// The drawing board: fills in suggested ranks without a round trip, and has the card drawn again when its picture
// has come or gone. The preview listens to the fields' own events.
const SIDES = ["up", "right", "down", "left"];

function redraw() {
  document.getElementById("id_up").dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-ranks]");
  if (!button) return;
  event.preventDefault();
  const ranks = button.dataset.ranks.split(" ");
  SIDES.forEach((side, place) => {
    document.getElementById(`id_${side}`).value = ranks[place] === "10" ? "A" : ranks[place];
  });
  redraw();
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target?.id === "custom-picture" || event.detail.elt?.id === "custom-picture") redraw();
});
