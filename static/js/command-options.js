// The ways in which a command can go on: a list that the server gives, beside the line as a combobox.

let asked = "";

const list = () => document.getElementById("command-options");
const options = () => [...list().querySelectorAll("[role=option]")];
const active = () => list().querySelector('[aria-selected="true"]');

export const isListed = () => !list().hidden;

export function hideOptions(line) {
  list().hidden = true;
  mark(line, null);
  line.setAttribute("aria-expanded", "false");
}

function mark(line, option) {
  for (const each of options()) each.setAttribute("aria-selected", String(each === option));
  if (option) line.setAttribute("aria-activedescendant", option.id);
  else line.removeAttribute("aria-activedescendant");
  option?.scrollIntoView({ block: "nearest" });
}

function take(line, option) {
  line.value = option.dataset.line;
  hideOptions(line);
  line.focus();
  line.dispatchEvent(new Event("input", { bubbles: true }));
}

// Whether the key was for the list.
export function onOptionKey(event, line) {
  if (!isListed()) return false;
  const all = options();
  const place = all.indexOf(active());
  if (event.key === "Tab" && !event.shiftKey) take(line, active() ?? all[0]);
  else if (event.key === "Enter" && active()) take(line, active());
  else if (event.key === "ArrowDown") mark(line, all[(place + 1) % all.length]);
  else if (event.key === "ArrowUp" && active()) mark(line, all[place - 1] ?? null);
  else if (event.key === "Escape") hideOptions(line);
  else return false;
  event.preventDefault();
  return true;
}

export function watchOptions(line) {
  line.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt === line) asked = line.value;
  });
  // With the swap itself: an arrow pressed a moment later has chosen already.
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target !== list()) return;
    mark(line, null);
    if (!isListed()) line.setAttribute("aria-expanded", "false");
    // Sent, or changed, meanwhile: these are the ways on from another line.
    else if (!line.value.trim() || line.value !== asked || document.activeElement !== line) hideOptions(line);
    else line.setAttribute("aria-expanded", "true");
  });
  line.form.addEventListener("mousedown", (event) => {
    const option = event.target.closest("[role=option]");
    if (!option) return;
    event.preventDefault();
    take(line, option);
  });
  line.addEventListener("blur", () => hideOptions(line));
}
