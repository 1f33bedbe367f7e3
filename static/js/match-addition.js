// Adds this browser's 128 random bits to the draws, after the commitment was shown: into [data-addition] of a form that
// is sent. getRandomValues needs no secure context.

const BYTES = 16;

function hex() {
  return [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    for (const field of form.querySelectorAll("[data-addition]")) {
      if (!field.value) field.value = hex();
    }
    // htmx does not see which button was pressed when the button stands outside of its form.
    for (const field of [...form.elements].filter((each) => each.matches("[data-submitter]"))) {
      field.value = event.submitter?.name === field.name ? event.submitter.value : "";
    }
  },
  { capture: true },
);
