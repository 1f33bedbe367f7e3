// Leads on to a match that has begun, unless its link was there from the start, somebody is writing, or an answer to
// this very page leads there already.

const seen = new Set([...document.querySelectorAll("a[data-go]")].map((link) => link.href));
let led = false;

function go() {
  const link = [...document.querySelectorAll("a[data-go]")].find((each) => !seen.has(each.href));
  if (!link || led || document.activeElement?.matches("input:not([type=hidden], #command-line:placeholder-shown), textarea")) return;
  if (document.querySelector("form.htmx-request")) return;
  seen.add(link.href);
  led = true;
  location.assign(link.href);
}

document.addEventListener("live:swapped", go);
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.xhr?.getResponseHeader("HX-Redirect")) led = true;
});
window.addEventListener("pageshow", () => {
  led = false;
});
