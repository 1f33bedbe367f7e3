// Quick pairing: when an opponent is found, this browser answers by itself, once, with its addition to the draws; and
// when the match has begun it leads to the table.

import "./match-addition.js";

const answered = new Set();

function answer() {
  for (const form of document.querySelectorAll("form[data-ready]")) {
    if (answered.has(form.id)) continue;
    answered.add(form.id);
    form.requestSubmit();
  }
}

function lead() {
  const link = document.querySelector('[data-banner="match"] a[href]');
  if (answered.size && link && !document.querySelector('[data-banner="seek"]')) location.assign(link.href);
}

function look() {
  answer();
  lead();
}

document.addEventListener("live:swapped", (event) => {
  if (event.detail.id === "banner") look();
});
// htmx reads the page once it stands; a form sent before would be a plain one.
if (document.readyState === "complete") look();
else window.addEventListener("load", look);
