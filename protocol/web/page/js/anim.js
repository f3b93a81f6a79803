// Small animations of what happened: things that a redraw moved slide to their new place, new ones come from where
// something that the same event touched has gone, or fade in. Nothing waits for them.

const SLIDE = 320;          // milliseconds
const LEAST = 4;            // pixels: less is not seen
const MOST = 60;            // things at once: more is a new picture, not a move

/** @typedef {Map<string, DOMRect>} Places */

/**
 * Whether the person and their system want it.
 * @param {boolean} wanted
 */
export function mayMove(wanted) {
  return wanted && !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Where the things of a board are; the first of each id.
 * @returns {Places}
 */
export function places() {
  /** @type {Places} */
  const found = new Map();
  for (const element of document.querySelectorAll(".board [data-id]")) {
    const id = /** @type {string} */ (element.getAttribute("data-id"));
    if (!found.has(id)) found.set(id, element.getBoundingClientRect());
  }
  return found;
}

/**
 * Let what is elsewhere now come from where it was.
 * @param {Places} before
 * @param {Set<string>} touched ids that the newest events touched
 */
export function slide(before, touched) {
  if (before.size === 0 || touched.size === 0) return;
  const now = places();
  const gone = [...touched].find((id) => before.has(id) && !now.has(id));
  const source = gone === undefined ? undefined : before.get(gone);
  const seen = new Set();
  let moved = 0;
  for (const element of document.querySelectorAll(".board [data-id]")) {
    const id = /** @type {string} */ (element.getAttribute("data-id"));
    if (seen.has(id) || moved >= MOST) continue;
    seen.add(id);
    const old = before.get(id);
    if (old === undefined) {
      moved += 1;
      appear(element, touched.has(id) ? source : undefined);
    } else if (touched.has(id) && element.querySelector("[data-id]") === null) {
      moved += 1;
      come(element, old);
    }
  }
}

/** @param {Element} element @param {DOMRect} old */
function come(element, old) {
  const here = element.getBoundingClientRect();
  const [x, y] = [old.left - here.left, old.top - here.top];
  if (Math.hypot(x, y) < LEAST || element instanceof SVGElement) return;
  element.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 4 }, { transform: "none", zIndex: 4 }], { duration: SLIDE, easing: "ease-out" });
}

/** @param {Element} element @param {DOMRect|undefined} source */
function appear(element, source) {
  const here = element.getBoundingClientRect();
  const from = source === undefined || element instanceof SVGElement ? "scale(.6)" : `translate(${source.left - here.left}px, ${source.top - here.top}px)`;
  const frames = element instanceof SVGElement ? [{ opacity: 0 }, { opacity: 1 }] : [{ opacity: 0, transform: from }, { opacity: 1, transform: "none" }];
  element.animate(frames, { duration: SLIDE, easing: "ease-out" });
}
