// Five cards picked from the stash: search, tap to add, tap to take out; the order is the hand's. The form sends the
// IDs in the field [data-picks], which stands open to who has no script.

const SIZE = 5;

function words(text) {
  return text.split(",").map((word) => word.trim()).filter(Boolean);
}

function setUp(picker) {
  const field = picker.querySelector("[data-picks]");
  const chosen = picker.querySelector("[data-chosen-cards]");
  const total = picker.querySelector("[data-total]");
  const search = picker.querySelector("[data-picker-search]");
  const items = [...picker.querySelectorAll("[data-picker-cards] > li[data-id]")];
  const byId = new Map(items.map((item) => [item.dataset.id, item]));

  function limit() {
    const limitless = document.querySelector('input[name="rules"][value="limitless"]')?.checked;
    return limitless ? 0 : Number(picker.dataset.limit || 20) * Number(picker.dataset.limit !== "" || Boolean(document.querySelector("[data-rules]")));
  }

  function show() {
    const ids = words(field.value);
    picker.toggleAttribute("data-picking", picker.querySelector('input[name="hand"]:checked')?.value === "pick");
    chosen.replaceChildren(
      ...ids.map((id, place) => {
        const item = document.createElement("li");
        const button = byId.get(id)?.querySelector(".card")?.cloneNode(true) ?? document.createElement("button");
        if (!byId.has(id)) button.textContent = id;
        button.type = "button";
        button.dataset.place = place;
        button.classList.remove("is-dim");
        button.setAttribute("aria-label", `${chosen.dataset.wordsRemove}: ${button.getAttribute("aria-label") ?? id}`);
        item.append(button);
        return item;
      }),
    );
    const level = ids.reduce((sum, id) => sum + Number(byId.get(id)?.dataset.cardLevel ?? 0), 0);
    total.textContent = ids.length ? `${ids.length} / ${SIZE} · ${total.dataset.words} ${level}${limit() ? ` / ${limit()}` : ""}` : "";
    total.classList.toggle("is-over", limit() > 0 && level > limit());
    for (const item of items) {
      const used = ids.filter((id) => id === item.dataset.id).length;
      item.querySelector(".card").classList.toggle("is-dim", used >= Number(item.dataset.held));
    }
  }

  picker.addEventListener("click", (event) => {
    const ids = words(field.value);
    const place = event.target.closest("[data-place]")?.dataset.place;
    const item = event.target.closest("[data-picker-cards] > li[data-id]");
    if (place !== undefined) ids.splice(Number(place), 1);
    else if (item && ids.length < SIZE && ids.filter((id) => id === item.dataset.id).length < Number(item.dataset.held)) {
      ids.push(item.dataset.id);
    } else return;
    field.value = ids.join(", ");
    const pick = picker.querySelector('input[name="hand"][value="pick"]');
    if (pick) pick.checked = true;
    show();
  });
  search?.addEventListener("input", () => {
    const wanted = search.value.trim().toLowerCase();
    for (const item of items) item.hidden = !item.dataset.name.includes(wanted);
  });
  search?.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
  field.addEventListener("input", show);
  picker.addEventListener("change", show);
  document.querySelector("[data-rules]")?.addEventListener("change", () => queueMicrotask(show));
  picker.toggleAttribute("data-scripted", true);
  show();
}

document.querySelectorAll("[data-picker]").forEach(setUp);
