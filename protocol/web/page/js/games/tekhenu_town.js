// Tekhenu: the temple with the building sites around it, workshops and quarries, statues, and the two tracks. Pure.
import { h } from "../dom.js";
import { plain, seatName, seatOf, seatSign, title } from "../names.js";
import { piece, zone } from "../pieces.js";

/** @typedef {import("../pieces.js").Scene} Scene */

const SIDE = 5;

/**
 * Who has built where.
 * @param {any[]|undefined} places
 * @returns {Map<string, number>}
 */
function owners(places) {
  const built = (places ?? []).map((place) => /** @type {[string, number|null]} */ ([place.id, seatOf(place.owner)]));
  return new Map(/** @type {[string, number][]} */ (built.filter(([, owner]) => owner !== null)));
}

/** @param {Scene} scene @param {number} seat */
function mark(scene, seat) {
  const name = seatName(seat, scene.welcome);
  return h("span", { class: `mark seat${seat + 1}`, title: name, role: "img", "aria-label": name }, seatSign(seat));
}

/**
 * @param {Scene} scene
 * @param {(thing: any) => any} known the component of a tile
 * @param {(thing: any) => string} wordOf
 */
export function temple(scene, known, wordOf) {
  const built = owners(scene.view.sites);
  const sites = new Map((scene.board.sites ?? []).map((/** @type {any} */ one) => [one.id, one]));
  const draw = (/** @type {string} */ side, /** @type {number} */ place) => site(scene, sites.get(`site:${side}${place}`), side, place, built);
  const numbers = Array.from({ length: SIDE }, (_, place) => place + 1);
  return zone("Temple and building sites", { key: "temple", class: "templezone" }, h("div", { class: "temple" },
    h("span", { key: "nw", class: "corner" }), numbers.map((place) => draw("north", place)), h("span", { key: "ne", class: "corner" }),
    numbers.flatMap((row) => [draw("west", row), ...numbers.map((column) => cell(scene, row, column, known, wordOf)), draw("east", row)]),
    h("span", { key: "sw", class: "corner" }), numbers.map((place) => draw("south", place)), h("span", { key: "se", class: "corner" })));
}

/** @param {Scene} scene @param {any} one @param {string} side @param {number} place @param {Map<string, number>} built */
function site(scene, one, side, place, built) {
  if (!one) return h("span", { key: `${side}${place}`, class: `site ${side}` });
  const owner = built.get(one.id);
  const open = one.players.includes(scene.view.players);
  const colour = scene.board.rim?.[side]?.[place - 1] ?? "";
  const label = `building site ${side} ${place}, ${colour} edge, ${owner !== undefined ? `built by p${owner + 1}` : open ? `${one.bread} bread` : "closed with this number of players"}`;
  return piece(scene, "span", one.id, label, { picture: true, key: one.id, class: `site ${side} rim-${colour} ${open ? "" : "shut"} ${owner === undefined ? "" : `own${owner + 1}`}`, title: label },
    owner !== undefined ? mark(scene, owner) : h("small", null, open ? String(one.bread) : "×"));
}

/** @param {Scene} scene @param {number} row @param {number} column @param {(thing: any) => any} known @param {(thing: any) => string} wordOf */
function cell(scene, row, column, known, wordOf) {
  const place = `r${row}c${column}`;
  const here = scene.view.temple?.[place];
  const owner = seatOf(here?.owner);
  const gift = (scene.board.cells ?? []).find((/** @type {any} */ one) => one.id === `cell:${place}`);
  const text = here && known(here);
  const tile = text?.name ?? (here ? wordOf(here) : "");
  const label = `row ${row}, column ${column}${tile ? `: ${tile}${owner === null ? "" : ` of ${here.owner}`}` : gift ? `: ${giftText(gift)}` : ""}${text?.text ? `. ${text.text}` : ""}`;
  return piece(scene, "span", here?.id ?? gift?.id, label, { picture: true, key: place, class: `cell ${owner === null ? "" : `own${owner + 1}`}`, title: label },
    tile ? [owner !== null && mark(scene, owner), h("small", null, tile)] : h("small", null, gift ? giftText(gift) : ""));
}

/** @param {any} gift */
function giftText(gift) {
  return Object.entries(gift.reward).map(([good, count]) => `${count} ${plain(good)}`).join(", ");
}

/** @param {Scene} scene */
export function shops(scene) {
  const built = owners(scene.view.shops);
  const rows = new Map();
  for (const shop of scene.board.shops ?? []) {
    const good = /^shop:([a-z]+)/.exec(shop.id)?.[1] ?? "";
    rows.set(good, [...(rows.get(good) ?? []), shop]);
  }
  if (rows.size === 0) return null;
  return zone("Workshops and quarries", { key: "shops", class: "shopzone" }, h("div", { class: "shops" }, [...rows].map(([good, places]) => h("div", { key: good, class: "shoprow" }, h("small", null, good),
    places.map((/** @type {any} */ shop) => {
      const owner = built.get(shop.id);
      const label = `${plain(shop.id.split(":")[1])}, gives ${shop.shown.join(" and ")}${owner === undefined ? "" : `, built by p${owner + 1}`}`;
      return piece(scene, "span", shop.id, label, { picture: true, key: shop.id, class: `shop ${good} ${owner === undefined ? "" : `own${owner + 1}`}`, title: label },
        owner !== undefined ? mark(scene, owner) : h("small", null, shop.shown.length > 1 ? `+${shop.shown[1]}` : ""));
    })))));
}

/** @param {Scene} scene */
export function statues(scene) {
  const gods = scene.view.horus ?? [];
  const at = (/** @type {string} */ god) => scene.view.seats.flatMap((/** @type {any} */ seat, /** @type {number} */ number) => Array.from({ length: Number(seat.gods?.[god]?.count ?? seat.gods?.[god] ?? 0) }, () => number));
  return zone("Statues", { key: "statues", class: "statuezone" }, h("div", { class: "statues" },
    h("div", { key: "gods" }, h("h4", null, "for the gods"), gods.map((/** @type {any} */ space) => piece(scene, "span", space.id, `statue for ${space.god}, space ${space.space}: ${bonusText(space.bonus)}`, { key: space.id, class: "pedestal" },
      h("b", null, title(space.god)), h("small", null, bonusText(space.bonus)), h("span", { class: "standing" }, at(space.god).map((/** @type {number} */ seat) => mark(scene, seat)))))),
    h("div", { key: "people" }, h("h4", null, "for the people"), (scene.view.people ?? []).map((/** @type {any} */ space) => piece(scene, "span", space.id, `statue for the people: ${space.space}`, { key: space.id, class: "pedestal" },
      h("b", null, title(space.space)), h("span", { class: "standing" }, seatOf(space.owner) !== null && mark(scene, seatOf(space.owner) ?? 0)))))));
}

/** @param {any} bonus @returns {string} */
function bonusText(bonus) {
  if (bonus === null || bonus === undefined) return "";
  if (Array.isArray(bonus)) return bonus.map(bonusText).join(" or ");
  if (typeof bonus !== "object") return plain(bonus);
  return Object.entries(bonus).map(([good, count]) => `${count} ${good === "score" ? "points" : good}`).join(", ");
}

/** @param {Scene} scene */
export function tracks(scene) {
  const end = scene.board.track?.end;
  if (end === undefined) return null;
  return zone("Population and happiness", { key: "tracks", class: "wide trackzone" }, ["population", "happiness"].map((key) => track(scene, key, end)));
}

/** @param {Scene} scene @param {string} key @param {number} end */
function track(scene, key, end) {
  const special = new Set(scene.board.track.triangles ?? []);
  return h("div", { key, class: "steprow" }, h("small", null, key), Array.from({ length: end + 1 }, (_, step) => {
    const here = scene.view.seats.map((/** @type {any} */ seat, /** @type {number} */ number) => ({ seat, number })).filter((/** @type {any} */ one) => Math.min(end, Number(one.seat[key])) === step);
    return h("span", { key: step, class: `step ${special.has(step) ? "triangle" : ""} ${here.length > 0 ? "taken" : ""}` },
      here.length > 0 ? here.map((/** @type {any} */ one) => piece(scene, "span", one.seat.ids?.[key], `${key} of ${one.seat.seat}: ${step}`, { picture: true, key: one.number, class: "marker" }, mark(scene, one.number))) : h("small", null, String(step)));
  }));
}
