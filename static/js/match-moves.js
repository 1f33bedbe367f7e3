// The list of placements follows the newest, unless somebody has scrolled up to read.

let following = true;

function follow() {
  const list = document.getElementById("match-moves");
  if (list && following) list.scrollTop = list.scrollHeight;
}

document.addEventListener(
  "scroll",
  ({ target: list }) => {
    if (list.id === "match-moves") following = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
  },
  true,
);
document.addEventListener("live:swapped", follow);
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-rail]")) requestAnimationFrame(follow);
});
follow();
