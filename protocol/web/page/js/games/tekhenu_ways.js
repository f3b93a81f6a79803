// Tekhenu: what is still open about a move, while it is: a value, a colour, the way a tile lies. Pure.
import { h } from "../dom.js";
import { piece, zone } from "../pieces.js";

/** @typedef {import("../pieces.js").Scene} Scene */

const TURNS = ["as printed", "a quarter turn", "half a turn", "three quarters"];

/** @param {Scene} scene */
export function ways(scene) {
  const lit = (/** @type {any} */ one) => scene.can.has(one.id) || scene.picked.has(one.id);
  const rows = [
    ["Which value?", (scene.board.values ?? []).filter(lit).map((/** @type {any} */ one) => piece(scene, "span", one.id, `value ${one.value}`, { class: "way" }, h("b", null, String(one.value))))],
    ["Which colour?", (scene.board.colours ?? []).filter(lit).map((/** @type {any} */ one) => piece(scene, "span", one.id, one.colour, { class: "way" }, h("span", { class: `diebox die-${one.colour}` }), one.colour))],
    ["How does the tile lie?", (scene.board.quarters ?? []).filter(lit).map((/** @type {any} */ one) => piece(scene, "span", one.id, TURNS[one.turns], { class: "way" }, tile(scene, one.turns), h("small", null, TURNS[one.turns])))],
  ].filter(([, kids]) => kids.length > 0);
  return rows.length === 0 ? null : h("div", { key: "ways", class: "zones" }, rows.map(([name, kids]) => zone(String(name), { key: name, class: "ways" }, h("div", { class: "section" }, kids))));
}

/**
 * The tile in hand, turned clockwise: the colours of its edges with their letters.
 * @param {Scene} scene
 * @param {number} turns
 */
function tile(scene, turns) {
  const slot = (scene.view.slots ?? []).find((/** @type {any} */ one) => one.id === `slot:${scene.view.about?.slot}`);
  /** @type {string[]} */
  const edges = scene.components[slot?.component]?.edges ?? [];
  const places = [[24, 12], [40, 28], [24, 44], [8, 28]];
  return edges.length === 4 && h("svg", { class: "turned", viewBox: "0 0 48 48", "aria-hidden": "true" }, places.map(([x, y], side) => {
    const colour = edges[(side - turns + 4) % 4];
    return h("g", { key: side }, h("path", { class: `edge rim-${colour}`, d: "M0 0H48L36 12H12Z", transform: `rotate(${side * 90} 24 24)` }), h("text", { x, y: y - 1, "text-anchor": "middle" }, colour.charAt(0).toUpperCase()));
  }));
}
