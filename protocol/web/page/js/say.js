// One live region for the whole page. The same text twice in a row is told apart by a no-break space at its end.

let last = "";

/** @param {string} text */
export function say(text) {
  const region = document.getElementById("say");
  if (region === null) return;
  last = text === last ? `${text}\u00a0` : text;
  region.textContent = last;
}
