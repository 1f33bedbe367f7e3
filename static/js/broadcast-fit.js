// The big screen's page is drawn for 1920 by 1080. A source or a screen of another size shows it whole, smaller or larger.

const WIDTH = 1920;
const HEIGHT = 1080;

function fit() {
  const scale = Math.min(innerWidth / WIDTH, innerHeight / HEIGHT);
  if (scale > 0) document.body.style.zoom = scale === 1 ? "" : String(scale);
}

window.addEventListener("resize", fit);
fit();
