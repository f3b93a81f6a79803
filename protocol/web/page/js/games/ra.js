// Ra: the track, the boat of the epoch, the sun in the centre, the bag, and what everybody has won. Pure.
import { h } from "../dom.js";
import { chip, plain, seatOf } from "../names.js";
import { piece, seatOrder, zone } from "../pieces.js";
import { FAMILY_LIST, tile } from "./ra_tiles.js";

/** @typedef {import("../pieces.js").Scene} Scene */

/** @param {Scene} scene */
export function board(scene) {
  const { view } = scene;
  return h("div", { class: "ra-table" },
    h("div", { class: "zones" }, track(scene), boat(scene), center(scene), bag(scene), auction(scene)),
    h("div", { class: "zones" }, seatOrder(scene).map((number) => person(scene, view.seats[number], number))),
    bagContents(scene));
}

/** @param {Scene} scene @param {string} kind */
function nameOf(scene, kind) {
  return scene.components[`tile:${kind}`]?.name ?? plain(kind);
}

/**
 * All tiles of a kind at one place.
 * @param {Scene} scene
 * @param {any} group
 */
function tiles(scene, group) {
  const name = nameOf(scene, group.kind);
  const text = scene.components[group.component]?.text;
  return piece(scene, "span", group.id, group.count > 1 ? `${group.count} ${name}` : name, { class: "group" },
    Array.from({ length: group.count }, (_, number) => tile(group.kind, name, number, text)));
}

/** @param {Scene} scene */
function track(scene) {
  const { track: row } = scene.view;
  const lying = row.tiles.reduce((/** @type {number} */ sum, /** @type {any} */ group) => sum + group.count, 0);
  return zone("Auction track", { key: "track", class: "wide" },
    piece(scene, "div", row.id, `the track with ${lying} tiles`, { class: "track" },
      row.tiles.map((/** @type {any} */ group) => tiles(scene, group)),
      Array.from({ length: Math.max(0, row.size - lying) }, (_, number) => h("span", { key: `space${number}`, class: "tile space", "aria-hidden": "true" }))));
}

/** @param {Scene} scene */
function boat(scene) {
  const { boat: ship, epoch, epochs } = scene.view;
  const spaces = Array.from({ length: ship.ra_limit }, (_, number) => {
    const x = 22 + number * 26;
    return h("g", { key: number, class: number < ship.ra_tiles ? "sunk" : "" },
      h("circle", { cx: x, cy: 20, r: 10, class: "space" }),
      number < ship.ra_tiles && h("circle", { cx: x, cy: 20, r: 7, class: "ra-disc" }));
  });
  const width = 18 + ship.ra_limit * 26;
  return zone(`Boat of Ra, epoch ${epoch} of ${epochs}`, { key: "boat", class: "boatzone" },
    piece(scene, "div", ship.id, `${ship.ra_tiles} of ${ship.ra_limit} Ra tiles drawn`, { class: "boat" },
      h("svg", { viewBox: `0 0 ${width} 46`, role: "img", "aria-label": `${ship.ra_tiles} of ${ship.ra_limit} Ra tiles drawn`, class: `limit${ship.ra_limit}` },
        h("path", { class: "hull", d: `M2 14q4 24 24 26h${width - 52}q20-2 24-26l-7 6q-3 8-12 10H22q-10-2-13-10z` }), spaces),
      h("p", { class: "caption" }, `${ship.ra_tiles} of ${ship.ra_limit} Ra tiles`)));
}

/** @param {Scene} scene */
function center(scene) {
  const { center: middle } = scene.view;
  return zone("Centre", { key: "center" }, piece(scene, "div", middle.id, "the centre", { class: "center" }, sun(scene, middle.sun, true)));
}

/** @param {Scene} scene @param {any} disc @param {boolean} up */
function sun(scene, disc, up) {
  return piece(scene, "span", disc.id, `sun ${disc.value}${up ? "" : ", used"}`, { picture: true, class: `sun ${up ? "up" : "down"}`, title: up ? `sun ${disc.value}` : `sun ${disc.value}, used until the next epoch` },
    h("svg", { viewBox: "0 0 44 44", "aria-hidden": "true" },
      Array.from({ length: 12 }, (_, ray) => h("path", { d: "M22 1l2.6 7h-5.2z", class: "ray", transform: `rotate(${ray * 30} 22 22)` })),
      h("circle", { cx: 22, cy: 22, r: 14.5, class: "disc" }),
      h("text", { x: 22, y: 27.5, "text-anchor": "middle" }, String(disc.value))));
}

/** @param {Scene} scene */
function bag(scene) {
  const { bag: sack } = scene.view;
  return zone("Bag", { key: "bag" }, piece(scene, "div", sack.id, `bag, ${sack.count} tiles left`, { picture: true, class: "bag" },
    h("svg", { viewBox: "0 0 60 60", "aria-hidden": "true" },
      h("path", { class: "sack", d: "M22 12c-14 12-18 22-16 34 1 8 8 10 24 10s23-2 24-10c2-12-2-22-16-34z" }),
      h("path", { class: "tie", d: "M20 5q10 6 20 0l-3 9H23z" }),
      h("text", { x: 30, y: 43, "text-anchor": "middle" }, String(sack.count)))));
}

/** @param {Scene} scene */
function auction(scene) {
  const { auction: sale } = scene.view;
  if (!sale) return null;
  const bidder = seatOf(sale.best_bidder);
  return zone("Auction", { key: "auction", class: "auctionzone" }, piece(scene, "div", sale.id, "the auction", { class: "auction" },
    h("p", null, bidder === null ? "No bid yet" : [chip(bidder, scene.welcome), ` has bid ${sale.best_bid}`])));
}

/** @param {Scene} scene @param {any} seat @param {number} number */
function person(scene, seat, number) {
  const families = FAMILY_LIST.map(([family, kinds]) => ({ family, groups: seat.tiles.filter((/** @type {any} */ group) => kinds.includes(group.kind)) }));
  return piece(scene, "section", seat.id, seat.seat, { key: seat.seat, class: `zone seatzone ${scene.turn.includes(number) ? "acts" : ""}` },
    h("h3", null, chip(number, scene.welcome), h("span", { class: "points" }, `${seat.score}`)),
    h("div", { class: "suns" }, seat.suns_up.map((/** @type {any} */ disc) => sun(scene, disc, true)), seat.suns_down.map((/** @type {any} */ disc) => sun(scene, disc, false))),
    h("div", { class: "won" }, families.filter(({ groups }) => groups.length > 0).map(({ family, groups }) => h("div", { key: family, class: "family" }, groups.map((/** @type {any} */ group) => owned(scene, group))))));
}

/**
 * Tiles of a kind that somebody owns, as one tile with a number.
 * @param {Scene} scene
 * @param {any} group
 */
function owned(scene, group) {
  const name = nameOf(scene, group.kind);
  return piece(scene, "span", group.id, `${group.count} ${name}`, { picture: true, class: "owned" },
    tile(group.kind, name, "tile", scene.components[group.component]?.text), group.count > 1 && h("b", { class: "count" }, `×${group.count}`));
}

/** @param {Scene} scene */
function bagContents(scene) {
  const { bag: sack, gone } = scene.view;
  return h("details", { key: "contents", class: "zone contents" }, h("summary", null, "What is still in the bag"),
    h("div", { class: "won" }, sack.tiles.map((/** @type {any} */ group) => owned(scene, group))),
    piece(scene, "p", gone.id, "tiles out of the game", { class: "gone" },
      gone.tiles.length > 0 ? `Out of the game: ${gone.tiles.map((/** @type {any} */ group) => `${group.count} ${nameOf(scene, group.kind)}`).join(", ")}` : "Nothing has left the game yet."));
}
