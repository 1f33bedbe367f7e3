// Five cards picked from the stash: search, tap to add, tap to take out; the order is the hand's. The form sends the
// IDs in the field [data-picks], which stands open to who has no script. What the house's limit says against the cards
// is told at once; the server judges in the end.

const SIZE = 5;

function words(text) {
  return text.split(",").map((word) => word.trim()).filter(Boolean);
}

function say(sentence, values) {
  return sentence.replace(/%(\w+)%/g, (_all, name) => values[name]);
}

// The limits of the house: {stars, most} for cards of so many stars or more.
function starLimits(picker) {
  return words((picker.dataset.stars ?? "").replaceAll(" ", ",")).map((part) => {
    const [stars, most] = part.split(":").map(Number);
    return { stars, most };
  });
}

function setUp(picker) {
  if (picker.hasAttribute("data-scripted")) return;
  const field = picker.querySelector("[data-picks]");
  const chosen = picker.querySelector("[data-chosen-cards]");
  const total = picker.querySelector("[data-total]");
  const wrong = picker.querySelector("[data-wrong]");
  const search = picker.querySelector("[data-picker-search]");
  const items = [...picker.querySelectorAll("[data-picker-cards] > li[data-id]")];
  const byId = new Map(items.map((item) => [item.dataset.id, item]));

  function limit() {
    if (picker.closest("form")?.querySelector('input[name="rules"][value="limitless"]')?.checked) return 0;
    return Number(picker.dataset.limit || 0);
  }

  function problems(ids, level) {
    const told = wrong.dataset;
    const found = [];
    if (limit() && level > limit()) found.push(say(told.wordsLevel, { total: level, limit: limit() }));
    for (const { stars, most } of starLimits(picker)) {
      const count = ids.filter((id) => Number(byId.get(id)?.dataset.stars ?? 0) >= stars).length;
      if (count > most) found.push(say(told.wordsStars, { count, stars, most }));
    }
    for (const id of new Set(ids)) {
      const held = Number(byId.get(id)?.dataset.held ?? 0);
      const used = ids.filter((each) => each === id).length;
      if (byId.has(id) && used > held) found.push(say(told.wordsHeld, { card: id, held }));
    }
    if (ids.length > SIZE) found.push(say(told.wordsMany, { count: ids.length }));
    return found;
  }

  function counts(ids, level) {
    const parts = [`${ids.length} / ${SIZE}`, `${total.dataset.wordsLevel} ${level}${limit() ? ` / ${limit()}` : ""}`];
    for (const { stars, most } of starLimits(picker)) {
      const count = ids.filter((id) => Number(byId.get(id)?.dataset.stars ?? 0) >= stars).length;
      parts.push(`${say(total.dataset.wordsStars, { stars })} ${count} / ${most}`);
    }
    return parts.join(" · ");
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
    total.textContent = counts(ids, level);
    const found = problems(ids, level);
    wrong.textContent = found.join(" ");
    wrong.hidden = found.length === 0;
    for (const item of items) {
      const used = ids.filter((id) => id === item.dataset.id).length;
      item.querySelector(".card").classList.toggle("is-dim", used >= Number(item.dataset.held) || ids.length >= SIZE);
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
    // The card taken out is gone, and with it the focus: it goes on to its neighbour.
    if (place !== undefined) (chosen.querySelector(`[data-place="${Math.min(place, ids.length - 1)}"]`) ?? search)?.focus();
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
  picker.closest("form")?.querySelector("[data-rules]")?.addEventListener("change", () => queueMicrotask(show));
  picker.toggleAttribute("data-scripted", true);
  show();
}

function setUpIn(root) {
  root.querySelectorAll("[data-picker]").forEach(setUp);
}

document.addEventListener("htmx:load", (event) => setUpIn(event.target));
setUpIn(document);
