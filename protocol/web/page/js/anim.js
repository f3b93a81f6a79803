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
      const place = element.parentElement?.closest("[data-id]")?.getAttribute("data-id") ?? "";     // a die has a new name on a pan
      appear(element, touched.has(id) || touched.has(place) ? source : undefined);
    } else if (touched.has(id) && element.querySelector("[data-id]") === null) {
      moved += 1;
      come(element, old);
    }
  }
}

/**
 * How far something is from where it was, as a CSS length of its own drawing.
 * @param {Element} element
 * @param {DOMRect} old
 */
function away(element, old) {
  const here = element.getBoundingClientRect();
  const scale = element instanceof SVGGraphicsElement ? element.ownerSVGElement?.getScreenCTM()?.a ?? 1 : 1;
  const [x, y] = [(old.left - here.left) / scale, (old.top - here.top) / scale];
  return { far: Math.hypot(x, y) * scale >= LEAST, translate: `${x}px ${y}px` };
}

/** @param {Element} element @param {DOMRect} old */
function come(element, old) {
  const { far, translate } = away(element, old);
  // `translate` leaves alone the `transform` that places something in a drawing.
  if (far) element.animate([{ translate, zIndex: 4 }, { translate: "0 0", zIndex: 4 }], { duration: SLIDE, easing: "ease-out" });
}

/** @param {Element} element @param {DOMRect|undefined} source */
function appear(element, source) {
  const from = source === undefined ? { scale: element instanceof SVGElement ? "1" : ".6" } : { translate: away(element, source).translate };
  const rest = source === undefined ? { scale: "1" } : { translate: "0 0" };
  element.animate([{ opacity: source === undefined ? 0 : 0.6, ...from }, { opacity: 1, ...rest }], { duration: SLIDE, easing: "ease-out" });
}
