// Any game, from its JSON alone: every thing with an id is a card that lights up when a move touches it. Pure.
import { h } from "../dom.js";
import { chip, plain, seatOf, title } from "../names.js";
import { piece, zone } from "../pieces.js";

/** @typedef {import("../pieces.js").Scene} Scene */

const HEAD = new Set(["game", "viewer", "players", "variant", "seats", "id", "turn", "to_act", "pending"]);

/** @param {Scene} scene */
export function board(scene) {
  const { view } = scene;
  const facts = [];
  const zones = [];
  for (const [name, value] of Object.entries(view)) {
    if (HEAD.has(name) || value === null || value === false) continue;
    if (typeof value === "object") {
      if (size(value) > 0) zones.push(zone(title(name), { key: name, class: "wide" }, thing(scene, value)));
    } else facts.push([name, value]);
  }
  return h("div", { class: "generic" },
    h("dl", { class: "facts" }, facts.map(([name, value]) => h("div", { key: name }, h("dt", null, plain(name)), h("dd", null, word(scene, value))))),
    h("div", { class: "zones" }, zones),
    h("div", { class: "zones" }, (view.seats ?? []).map((/** @type {any} */ seat, /** @type {number} */ number) => person(scene, seat, number))));
}

/** @param {Scene} scene @param {any} seat @param {number} number */
function person(scene, seat, number) {
  const { seat: name, id, ...rest } = seat;
  return piece(scene, "section", id, name, { key: name, class: `zone seatzone ${scene.turn.includes(number) ? "acts" : ""}` },
    h("h3", null, chip(number, scene.welcome)), thing(scene, rest));
}

/** @param {any} value */
function size(value) {
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

/** @param {any} value */
function isPlain(value) {
  return value === null || typeof value !== "object";
}

/** @param {Scene} scene @param {any} value @returns {any} */
function thing(scene, value) {
  if (isPlain(value)) return h("span", { class: "word" }, word(scene, value));
  if (Array.isArray(value)) return h("div", { class: "things" }, value.map((item) => thing(scene, item)));
  const { id, ...rest } = value;
  const entries = Object.entries(rest).filter(([, item]) => item !== null && item !== false && !(typeof item === "object" && size(item) === 0));
  const small = entries.every(([, item]) => isPlain(item));
  const kids = small
    ? entries.map(([name, item]) => h("span", { class: "word" }, h("small", null, plain(name)), " ", word(scene, item)))
    : entries.map(([name, item]) => h("div", { class: "row" }, h("small", null, plain(name)), thing(scene, item)));
  const name = rest.name ?? scene.components[id]?.name;
  const label = name ?? entries.filter(([, item]) => isPlain(item)).map(([key, item]) => `${plain(key)} ${item}`).join(", ");
  return piece(scene, "div", id, String(label || id), { class: small ? "card" : "box" }, name && !rest.name ? h("b", null, name) : null, kids);
}

/** @param {Scene} scene @param {any} value */
function word(scene, value) {
  const seat = seatOf(value);
  if (seat !== null) return chip(seat, scene.welcome);
  if (value === null) return "–";
  if (value === true) return "yes";
  return typeof value === "string" ? plain(value) : String(value);
}
