// Greys out what does not go together with what is chosen, with the reason beside it; the server judges in the end.
// What is greyed stays in the order of the keyboard, so that its reason is read out; a choice that lost what it needs
// comes back with it. A bet and the one who begins are greyed with what they do not go together with, too.

function words(text) {
  return (text ?? "").split(" ").filter(Boolean);
}

function grey(box, off) {
  if (off) box.setAttribute("aria-disabled", "true");
  else box.removeAttribute("aria-disabled");
  const label = box.closest("label");
  label.classList.toggle("is-off", off);
  const why = label.querySelector("[data-why]");
  if (why) why.hidden = !off;
}

function update(group) {
  const boxes = [...group.querySelectorAll('input[name="rules"]')];
  const on = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  for (const box of boxes) {
    const needs = words(box.dataset.needs);
    const lacks = needs.length > 0 && !needs.some((name) => on.has(name));
    const clashes = words(box.dataset.excludes).some((name) => on.has(name));
    if (lacks && box.checked) {
      box.checked = false;
      box.dataset.kept = "true";
      on.delete(box.value);
    } else if (!lacks && !clashes && box.dataset.kept) {
      box.checked = true;
      delete box.dataset.kept;
      on.add(box.value);
    }
    grey(box, !box.checked && (lacks || clashes));
  }
  for (const box of group.querySelectorAll("[data-always]")) {
    box.checked = words(box.dataset.always).some((name) => on.has(name));
  }
}

function updateBet(form) {
  const training = form.querySelector('[name="trade"][value="training"]')?.checked ?? false;
  const bet = form.querySelector("[data-bet]");
  if (bet) bet.disabled = training || bet.hasAttribute("data-shut");
}

function setUp(root) {
  for (const group of root.querySelectorAll("[data-rules]")) update(group);
  for (const form of document.querySelectorAll("form")) updateBet(form);
}

document.addEventListener("click", (event) => {
  const box = event.target.closest?.('[data-rules] input[aria-disabled="true"]');
  if (box) event.preventDefault();
});

document.addEventListener("change", (event) => {
  const box = event.target;
  const group = box.closest?.("[data-rules]");
  // A box that its owner unchecks is not to come back by itself.
  if (group && box.name === "rules") {
    delete box.dataset.kept;
    update(group);
  }
  if (box.name === "trade" && box.form) updateBet(box.form);
});

document.addEventListener("htmx:load", (event) => setUp(event.target));
setUp(document);
