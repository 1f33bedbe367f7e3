// Notices: each can be dismissed, those that are no error leave by themselves; a dead server gets a sentence.
const STAYS_MS = 9000;

const region = document.getElementById("notices");

function watch(notice) {
  if (notice.dataset.watched) return;
  notice.dataset.watched = "true";
  if (!notice.classList.contains("notice--error")) setTimeout(() => notice.remove(), STAYS_MS);
}

function offline() {
  const template = document.getElementById("notice-offline");
  if (!region || !template || region.querySelector("[data-offline]")) return;
  const notice = template.content.firstElementChild.cloneNode(true);
  notice.dataset.offline = "true";
  region.append(notice);
}

document.addEventListener("click", (event) => {
  event.target.closest?.("[data-dismiss]")?.closest("[data-notice]")?.remove();
});
// A new attempt answers the last refusal.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb === "post") region?.querySelectorAll(".notice--error").forEach((notice) => notice.remove());
});
document.addEventListener("htmx:sendError", offline);
document.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status >= 500) offline();
});

if (region) {
  region.querySelectorAll("[data-notice]").forEach(watch);
  new MutationObserver(() => region.querySelectorAll("[data-notice]").forEach(watch)).observe(region, {
    childList: true,
  });
}
