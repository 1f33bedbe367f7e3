// What a person has chosen about sounds, kept in a cookie as the theme is: "40" or "40.chat.clock", the volume and the
// kinds that are off.

const YEAR_IN_SECONDS = 365 * 24 * 60 * 60;
const USUAL = 40;

export function kept() {
  const found = /(?:^|; )sounds=([\w.]*)/.exec(document.cookie)?.[1] ?? "";
  const [volume, ...off] = found.split(".");
  const number = Number.parseInt(volume, 10);
  return { volume: Number.isNaN(number) ? USUAL : Math.min(100, Math.max(0, number)), off: new Set(off) };
}

function keep({ volume, off }) {
  document.cookie = `sounds=${[volume, ...off].join(".")}; path=/; max-age=${YEAR_IN_SECONDS}; samesite=lax`;
}

// The dialog with the controls: shown from any [data-sounds-open], and `tried` after each change, to hear it.
export function controls(dialog, tried) {
  const slider = dialog.querySelector('input[type="range"]');
  const boxes = [...dialog.querySelectorAll('input[type="checkbox"]')];

  function show() {
    const { volume, off } = kept();
    slider.value = volume;
    dialog.querySelector("output").textContent = `${volume} %`;
    for (const box of boxes) box.checked = !off.has(box.value);
  }

  slider.addEventListener("input", () => {
    keep({ ...kept(), volume: Number(slider.value) });
    show();
  });
  dialog.addEventListener("change", (event) => {
    const { off } = kept();
    if (event.target.type === "checkbox") off[event.target.checked ? "delete" : "add"](event.target.value);
    keep({ volume: Number(slider.value), off });
    show();
    if (event.target === slider || event.target.checked) tried(event.target.dataset.try);
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-sounds-open]")) return;
    show();
    dialog.showModal();
  });
  for (const opener of document.querySelectorAll("[data-sounds-open]")) opener.hidden = false;
}
