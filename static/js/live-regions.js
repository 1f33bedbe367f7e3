// Regions that the server pushes: older ones are dropped, and a swap takes neither focus nor typed text nor scroll.

let pushing = false;

// A region shows the state that its version numbers. The scope says of what: versions of two matches do not compare.
function isStale(shown, fresh) {
  if (shown.dataset.version === undefined || fresh.dataset.version === undefined) return false;
  if ((shown.dataset.scope ?? "") !== (fresh.dataset.scope ?? "")) return false;
  return Number(fresh.dataset.version) <= Number(shown.dataset.version);
}

// How an element is found again after its region was swapped; null when it cannot be.
function nameOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.dataset.focusKey) return `[data-focus-key="${CSS.escape(element.dataset.focusKey)}"]`;
  return null;
}

function within(region, selector) {
  return [...(region.matches(selector) ? [region] : []), ...region.querySelectorAll(selector)];
}

function isTouched(field) {
  if (field instanceof HTMLSelectElement) {
    return [...field.options].some((option) => option.selected !== option.defaultSelected);
  }
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.type !== "file" && field.type !== "hidden" && field.value !== field.defaultValue;
}

function nameOfField(field) {
  if (field.id || field.dataset.focusKey) return nameOf(field);
  if (!field.name) return null;
  const value = field.type === "radio" || field.type === "checkbox" ? `[value="${CSS.escape(field.value)}"]` : "";
  const form = field.form?.id ? `#${CSS.escape(field.form.id)} ` : "";
  return `${form}[name="${CSS.escape(field.name)}"]${value}`;
}

// Remembers what a person has in a region, and gives the function that puts it back.
function remember(region) {
  const steps = [];
  const focused = document.activeElement;
  if (focused && focused !== document.body && region.contains(focused)) {
    const name = nameOf(focused) ?? (focused.name ? nameOfField(focused) : null);
    const caret = "selectionStart" in focused ? [focused.selectionStart, focused.selectionEnd] : null;
    if (name) steps.push(() => focusAgain(name, caret));
  }
  if (pushing) {
    for (const field of within(region, "input, textarea, select")) {
      const name = isTouched(field) ? nameOfField(field) : null;
      if (name) steps.unshift(typedAgain(name, field));
    }
    for (const details of within(region, "details[id]")) {
      const { open } = details;
      steps.push(() => document.getElementById(details.id)?.toggleAttribute("open", open));
    }
  }
  for (const box of within(region, "[id], [data-focus-key]")) {
    const { scrollTop, scrollLeft } = box;
    const name = nameOf(box);
    if (scrollTop || scrollLeft) {
      steps.push(() => document.querySelector(name)?.scrollTo({ top: scrollTop, left: scrollLeft, behavior: "instant" }));
    }
  }
  return () => steps.forEach((step) => step());
}

function focusAgain(name, caret) {
  const element = document.querySelector(name);
  const elsewhere = document.activeElement && document.activeElement !== document.body;
  if (!element || elsewhere) return;
  element.focus({ preventScroll: true });
  if (caret && caret[0] !== null) {
    try {
      element.setSelectionRange(caret[0], caret[1]);
    } catch {
      // a field without a caret
    }
  }
}

function typedAgain(name, field) {
  const { value, checked } = field;
  const chosen = field instanceof HTMLSelectElement ? [...field.selectedOptions].map((option) => option.value) : null;
  return () => {
    const again = document.querySelector(name);
    if (!again || again.tagName !== field.tagName) return;
    if (chosen) for (const option of again.options) option.selected = chosen.includes(option.value);
    else if (field.type === "checkbox" || field.type === "radio") again.checked = checked;
    else again.value = value;
  };
}

document.addEventListener("htmx:wsBeforeMessage", () => {
  pushing = true;
});
document.addEventListener("htmx:wsAfterMessage", () => {
  pushing = false;
});

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  const fresh = fragment instanceof Element ? fragment : fragment.firstElementChild;
  if (!(fresh instanceof Element) || !(target instanceof Element)) return;
  if (isStale(target, fresh)) {
    event.detail.shouldSwap = false;
    return;
  }
  const restore = remember(target);
  const pushed = pushing;
  // The swap is done when this turn ends.
  queueMicrotask(() => {
    restore();
    document.dispatchEvent(new CustomEvent("live:swapped", { detail: { id: fresh.id, pushed } }));
  });
});
