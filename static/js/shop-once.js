/* A purchase is sent once: while it is under way its button is still, and when the page comes back it works again.
   The server sells once whatever is sent; this only spares a second click its wait. */
const form = document.querySelector("[data-once]");

form?.addEventListener("submit", (event) => {
  if (form.dataset.sent) {
    event.preventDefault();
    return;
  }
  form.dataset.sent = "yes";
  form.querySelector("button")?.setAttribute("aria-disabled", "true");
});

addEventListener("pageshow", () => {
  if (!form) return;
  delete form.dataset.sent;
  form.querySelector("button")?.removeAttribute("aria-disabled");
});
