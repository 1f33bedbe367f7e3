// The board glides to its new place where the regions around it make room, as for the result of a match.

const GLIDE = { duration: 450, easing: "cubic-bezier(0.3, 0, 0.2, 1)" };
const LEAST = 3; // pixels: less is not seen

const still = matchMedia("(prefers-reduced-motion: reduce)");
let due = 0;
let before = place();

// Where the board lies on the page, whatever moves it just now.
function place() {
  const board = document.getElementById("match-board");
  const around = board?.offsetParent?.getBoundingClientRect();
  if (!around) return null;
  return {
    scope: board.dataset.scope,
    x: around.left + scrollX + board.offsetLeft,
    y: around.top + scrollY + board.offsetTop,
    width: board.offsetWidth,
  };
}

function look() {
  due = 0;
  const from = before;
  const to = (before = place());
  if (!from || !to || from.scope !== to.scope || still.matches) return;
  const [x, y, scale] = [from.x - to.x, from.y - to.y, from.width / to.width];
  if (Math.hypot(x, y) < LEAST && Math.abs(from.width - to.width) < LEAST) return;
  const begin = { transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin: "0 0" };
  document.getElementById("match-board").animate([begin, { transform: "none", transformOrigin: "0 0" }], GLIDE);
}

// Before the next picture, when all regions of an answer are in place.
document.addEventListener("live:swapped", () => {
  due ||= requestAnimationFrame(look);
});
window.addEventListener("resize", () => {
  before = place();
});
