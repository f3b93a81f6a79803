// What the boards of all games are made of: things with an id, a label, and a mark if a move touches them. Pure.
import { h } from "./dom.js";

/**
 * What a board is drawn from.
 * @typedef {{
 *   view: any, me: number|null, turn: number[], welcome: import("./store.js").Welcome,
 *   can: Set<string>, picked: Set<string>, fresh: Set<string>, hinted: Set<string>,
 *   components: Record<string, any>, board: any
 * }} Scene
 */

/**
 * Something that may be clicked if a legal move touches it. With `picture` among its props it has a name also when it cannot be:
 * for what is drawn, or has words that mean nothing without the drawing. What is in it is then not read out.
 * @param {Scene} scene
 * @param {string} tag
 * @param {string|undefined} id
 * @param {string} label what a screen reader says
 * @param {Record<string, any>|null} props
 * @param {...any} kids
 */
export function piece(scene, tag, id, label, props, ...kids) {
  const { picture, ...rest } = props ?? {};
  const named = picture ? { role: "img", "aria-label": label } : {};
  if (id === undefined) return h(tag, { ...rest, ...named }, ...kids);
  const can = scene.can.has(id);
  const picked = scene.picked.has(id);
  const marks = [can && "can", picked && "picked", scene.fresh.has(id) && "fresh", scene.hinted.has(id) && "hinted"].filter(Boolean);
  const button = can || picked ? { role: "button", tabindex: "0", "aria-pressed": picked ? "true" : "false", "aria-label": label } : {};
  return h(tag, {
    key: id, ...rest, "data-id": id, ...named, ...button, class: [rest.class, "piece", ...marks].filter(Boolean).join(" "),
  }, ...kids);
}

/**
 * A titled box around a zone of the table.
 * @param {string} name
 * @param {Record<string, any>|null} props
 * @param {...any} kids
 */
export function zone(name, props, ...kids) {
  return h("section", { ...props, class: `zone ${props?.class ?? ""}`, "aria-label": name }, h("h3", null, name), ...kids);
}

/**
 * The seats as they are drawn: one's own first, then around the table.
 * @param {Scene} scene
 * @returns {number[]}
 */
export function seatOrder(scene) {
  const count = scene.view.seats.length;
  return Array.from({ length: count }, (_, step) => ((scene.me ?? 0) + step) % count);
}
