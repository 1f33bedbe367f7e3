// Theme and colours of the sides: kept in a cookie, so that the server draws the next page right at once.
const YEAR_IN_SECONDS = 365 * 24 * 60 * 60;

function show(group) {
  const chosen = document.documentElement.dataset[group.dataset.setting];
  for (const button of group.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.value === chosen));
  }
}

function choose(setting, value) {
  document.documentElement.dataset[setting] = value;
  document.cookie = `${setting}=${value}; path=/; max-age=${YEAR_IN_SECONDS}; samesite=lax`;
}

for (const group of document.querySelectorAll("[data-setting]")) {
  group.hidden = false;
  show(group);
  group.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    choose(group.dataset.setting, button.value);
    show(group);
  });
}
