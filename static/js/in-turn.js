// Regions whose every answer takes their place ([data-in-turn]): what is clicked while an answer is under way waits for
// it, and is then done to what has taken its place. Asked at once, it would speak of a state that is gone.

const SETTLED_MS = 40;
const CONTROLS = "button, a[hx-get]";
const MARKS = ["square", "key"];

const asked = new Map();
const waiting = [];

const turnOf = (element) => element?.closest?.("[data-in-turn]")?.dataset.inTurn;

function selectorOf(control, turn) {
  if (control.id) return `#${CSS.escape(control.id)}`;
  const mark = MARKS.find((name) => name in control.dataset);
  return mark && `[data-in-turn="${CSS.escape(turn)}"] button[data-${mark}="${CSS.escape(control.dataset[mark])}"]`;
}

const typedIn = (form) =>
  [...(form?.elements ?? [])].filter((field) => field.id && "defaultValue" in field && field.value !== field.defaultValue);

function hold(control, turn) {
  const typed = typedIn(control.form).map((field) => [field.id, field.value]);
  waiting.push({ turn, control, selector: selectorOf(control, turn), typed });
}

function goOn(turn) {
  asked.delete(turn);
  const next = waiting.findIndex((held) => held.turn === turn);
  if (next < 0) return;
  const { control, selector, typed } = waiting.splice(next, 1)[0];
  const now = control.isConnected ? control : selector && document.querySelector(selector);
  if (!now) return goOn(turn);
  for (const [id, value] of typed) {
    const field = document.getElementById(id);
    if (field) field.value = value;
  }
  now.click();
  if (!asked.has(turn)) goOn(turn);
}

document.addEventListener("click", (event) => {
  const control = event.target.closest?.(CONTROLS);
  const turn = turnOf(control);
  // What a script clicks has been weighed by that script.
  if (!turn || !asked.has(turn) || !event.isTrusted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  hold(control, turn);
}, true);

document.addEventListener("htmx:beforeRequest", ({ detail, defaultPrevented }) => {
  const turn = turnOf(detail.elt) ?? turnOf(detail.target);
  if (turn && !defaultPrevented) asked.set(turn, detail.xhr);
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  for (const [turn, xhr] of asked) if (xhr === detail.xhr) setTimeout(() => asked.get(turn) === xhr && goOn(turn), SETTLED_MS);
});
