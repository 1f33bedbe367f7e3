// Greys out what does not go together with what is chosen, and says why; the server judges in the end.

function update(group) {
  const boxes = [...group.querySelectorAll('input[name="rules"]')];
  const on = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  const why = [];
  for (const box of boxes) {
    const needs = box.dataset.needs?.split(" ") ?? [];
    const excludes = box.dataset.excludes?.split(" ") ?? [];
    const lacks = needs.length > 0 && !needs.some((name) => on.has(name));
    const clashes = !box.checked && excludes.some((name) => on.has(name));
    if (lacks && box.checked) {
      box.checked = false;
      on.delete(box.value);
    }
    box.disabled = lacks || clashes;
    box.closest("label").classList.toggle("is-off", box.disabled);
    if (box.disabled && box.dataset.why) why.push(box.dataset.why);
  }
  const place = group.querySelector("[data-rules-why]");
  if (place) place.textContent = why.join(" ");
}

for (const group of document.querySelectorAll("[data-rules]")) {
  group.addEventListener("change", () => update(group));
  update(group);
}
