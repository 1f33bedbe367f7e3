// Leads on to a match that has begun, unless its link was there from the start or somebody is writing.

const seen = new Set([...document.querySelectorAll("a[data-go]")].map((link) => link.href));

function go() {
  const link = [...document.querySelectorAll("a[data-go]")].find((each) => !seen.has(each.href));
  if (!link || document.activeElement?.matches("input[type=text], textarea")) return;
  seen.add(link.href);
  location.assign(link.href);
}

document.addEventListener("live:swapped", go);
