// Tekhenu's wheel: six sectors in light or shadow, each with its god and dice. Pure.
import { h } from "../dom.js";
import { title } from "../names.js";
import { piece } from "../pieces.js";

/** @typedef {import("../pieces.js").Scene} Scene */

const CENTER = 200;
const RIM = 198;
const NAMES = 181;          // the band of the gods' names, where no die lies
const RINGS = [[80, 1], [112, 2], [147, 3]];        // radius, and how many dice lie there
const MARKS = { pure: "✓", tainted: "–", forbidden: "✗" };

/** @param {number} radius @param {number} angle degrees, 0 is up */
function at(radius, angle) {
  const turn = ((angle - 90) * Math.PI) / 180;
  return [CENTER + radius * Math.cos(turn), CENTER + radius * Math.sin(turn)];
}

/**
 * "white4" or a thing with colour and value.
 * @param {any} die
 */
function readDie(die) {
  const word = typeof die === "string" ? die : die.die ?? die.kind ?? `${die.colour ?? die.color ?? ""}${die.value ?? ""}`;
  const match = /^([a-z]+)([0-9]*)$/.exec(String(word)) ?? ["", String(word), ""];
  return { colour: match[1], value: match[2] };
}

/**
 * A die as a small box.
 * @param {any} die
 */
export function dieBox(die) {
  const { colour, value } = readDie(die);
  return h("span", { class: `diebox die-${colour}`, title: `${colour} ${value}` }, value);
}

/** @param {Scene} scene */
export function wheel(scene) {
  const sectors = scene.view.wheel.sectors ?? scene.view.wheel;
  return h("svg", { class: "wheel", viewBox: "0 0 400 400", role: "group", "aria-label": "The wheel of dice around the obelisk" },
    sectors.map((/** @type {any} */ sector, /** @type {number} */ place) => drawSector(scene, sector, place, sectors.length)),
    h("path", { class: "obelisk", d: "M200 158l12 14 7 62h-38l7-62z" }), h("path", { class: "obelisk-side", d: "M200 158l12 14 7 62h-19z" }));
}

/** @param {Scene} scene @param {any} sector @param {number} place @param {number} count */
function drawSector(scene, sector, place, count) {
  const width = 360 / count;
  const middle = place * width;
  const [x1, y1] = at(RIM, middle - width / 2);
  const [x2, y2] = at(RIM, middle + width / 2);
  const [x3, y3] = at(52, middle + width / 2);
  const [x4, y4] = at(52, middle - width / 2);
  const [bx, by] = at(NAMES - 11, middle - width / 2);
  const [cx, cy] = at(NAMES - 11, middle + width / 2);
  const label = `${title(sector.god)}, ${sector.light}, ${sector.dice.length} dice`;
  return piece(scene, "g", sector.id, label, { role: "group", "aria-label": label, key: sector.god, class: `sector ${sector.light}` },
    h("path", { class: "field", d: `M${x1} ${y1}A${RIM} ${RIM} 0 0 1 ${x2} ${y2}L${x3} ${y3}A52 52 0 0 0 ${x4} ${y4}Z` }, h("title", null, label)),
    h("path", { class: "band", d: `M${bx} ${by}A${NAMES - 11} ${NAMES - 11} 0 0 1 ${cx} ${cy}` }),
    h("path", { id: `rim-${sector.god}`, class: "nameline", d: nameline(middle, width) }),
    h("text", { class: "god", "text-anchor": "middle" }, h("textPath", { href: `#rim-${sector.god}`, startOffset: "50%" }, `${{ sunny: "☀", shaded: "◐", dark: "●" }[/** @type {"sunny"} */ (sector.light)] ?? ""} ${title(sector.god)}`)),
    sector.dice.map((/** @type {any} */ die, /** @type {number} */ number) => drawDie(scene, die, number, middle)));
}

/**
 * The line on which a god's name stands: below the centre it runs the other way, so that no name is upside down.
 * @param {number} middle
 * @param {number} width
 */
function nameline(middle, width) {
  const below = Math.cos((middle * Math.PI) / 180) < -0.01;
  const radius = below ? NAMES + 9 : NAMES;
  const [x1, y1] = at(radius, middle - width / 2);
  const [x2, y2] = at(radius, middle + width / 2);
  return below ? `M${x2} ${y2}A${radius} ${radius} 0 0 0 ${x1} ${y1}` : `M${x1} ${y1}A${radius} ${radius} 0 0 1 ${x2} ${y2}`;
}

/** @param {Scene} scene @param {any} die @param {number} number @param {number} middle */
function drawDie(scene, die, number, middle) {
  let ring = 0;
  let before = 0;
  while (ring < RINGS.length - 1 && number >= before + RINGS[ring][1]) before += RINGS[ring++][1];
  const [radius, room] = RINGS[ring];
  const spread = ring === RINGS.length - 1 ? 17 : 24;
  const [x, y] = at(radius, middle + (Math.min(number - before, room) - (room - 1) / 2) * spread);
  const { colour, value } = readDie(die);
  const mark = MARKS[/** @type {keyof typeof MARKS} */ (die.status)] ?? "";
  return piece(scene, "g", die.id, `${colour} ${value}, ${die.status}`, { picture: true, key: die.id ?? `die${number}`, class: `die die-${colour} ${die.status}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    h("rect", { x: -14, y: -14, width: 28, height: 28, rx: 6 }, h("title", null, `${colour} ${value}, ${die.status}`)),
    h("text", { class: "value", x: 0, y: 6, "text-anchor": "middle" }, value),
    h("text", { class: "mark", x: 12, y: -6, "text-anchor": "middle" }, mark));
}
