// A form marked data-once is sent once: while it is under way its button is still, and when the page comes back it works
// again. The server does it once whatever is sent; this only spares a second click its wait.
document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!form.hasAttribute("data-once")) return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    event.submitter?.setAttribute("aria-disabled", "true");
  },
  { capture: true },
);

addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
    for (const button of form.elements) button.removeAttribute("aria-disabled");
  }
});
