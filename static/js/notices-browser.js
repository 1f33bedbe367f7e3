// Notices by the browser itself: asked for by a click only, shown while no page of the site is in sight.

const WAIT_MS = 400; // so long a page in sight has to say that it shows it
const region = document.getElementById("notices");
const seen = new Set();
const pages = "BroadcastChannel" in window ? new BroadcastChannel("notices") : null;
pages?.addEventListener("message", (event) => seen.add(event.data));

function state() {
  if (!window.isSecureContext) return "insecure";
  if (!("Notification" in window)) return "unable";
  return Notification.permission === "default" ? "ask" : Notification.permission;
}

function say() {
  for (const box of document.querySelectorAll("[data-browser-notices]")) {
    for (const line of box.querySelectorAll("[data-when]")) line.hidden = line.dataset.when !== state();
  }
  // Hidden where they could do nothing; what was chosen in another browser is sent along and stays.
  for (const choice of document.querySelectorAll('[data-channel="browser"]')) choice.hidden = state() === "insecure";
}

document.addEventListener("click", async (event) => {
  if (!event.target.closest?.("[data-allow]")) return;
  await Notification.requestPermission();
  say();
});

function show(id, text, href) {
  if (state() !== "granted" || seen.has(id)) return;
  try {
    const shown = new Notification(document.title, { body: text, tag: `notice-${id}` });
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
      location.assign(href);
    });
  } catch {
    // some browsers of phones show notices by service workers only
  }
}

function arrived(notice) {
  if (notice.dataset.told) return;
  notice.dataset.told = "true";
  const { arrived: id, byBrowser, href } = notice.dataset;
  if (notice.hidden) notice.remove();
  document.dispatchEvent(new CustomEvent("notice:arrived", { detail: { id } }));
  if (!document.hidden) pages?.postMessage(id);
  else if (byBrowser) setTimeout(() => show(id, byBrowser, href), WAIT_MS);
}

say();
if (region) {
  new MutationObserver(() => region.querySelectorAll("[data-arrived]").forEach(arrived)).observe(region, {
    childList: true,
  });
}
