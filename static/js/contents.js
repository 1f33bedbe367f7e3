// The contents of a long page: folded where they would stand before the text, open where there is room beside it.

if (matchMedia("(min-width: 901px)").matches) {
  for (const part of document.querySelectorAll(".toc details")) part.open = true;
}
