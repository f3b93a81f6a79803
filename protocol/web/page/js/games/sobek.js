// Sobek: nine docks, hands, sets, corruption, and the tokens of events. Pure.
import { h } from "../dom.js";
import { chip, plain, title } from "../names.js";
import { piece, zone } from "../pieces.js";
import { face, read } from "./sobek_cards.js";

/** @typedef {import("../pieces.js").Scene} Scene */

/** @param {Scene} scene */
export function board(scene) {
  const { view } = scene;
  const seats = Array.from({ length: view.seats.length }, (_, step) => ((scene.me ?? 0) + step) % view.seats.length);
  return h("div", { class: "sobek-table" },
    docks(scene),
    h("div", { class: "zones" }, deck(scene), tokens(scene), discard(scene)),
    h("div", { class: "zones" }, seats.map((number) => person(scene, view.seats[number], number))));
}

/** The word of a card: a word already, or a thing that has one. @param {any} card @returns {string} */
function codeOf(card) {
  if (typeof card === "string") return card;
  return card.card ?? card.kind ?? String(card.component ?? "?").split(":").at(-1);
}

/** Cards of one place: a list of things, or counts by word. @param {any} cards @returns {{id: string|undefined, code: string, count: number, component: any}[]} */
function listOf(cards) {
  if (!cards) return [];
  const things = cards.cards ?? cards;
  if (Array.isArray(things)) return things.map((card) => ({ id: card.id, code: codeOf(card), count: card.count ?? 1, component: card.component }));
  return Object.entries(things).filter(([, count]) => typeof count === "number").map(([code, count]) => ({ id: undefined, code, count, component: undefined }));
}

/** @param {Scene} scene @param {any} cards */
function hand(scene, cards) {
  return listOf(cards).flatMap(({ id, code, count, component }) => (id === undefined
    ? Array.from({ length: count }, (_, number) => h("span", { key: `${code}${number}` }, face(code)))
    : [piece(scene, "span", id, `${count > 1 ? `${count} times ` : ""}${nameOf(scene, code, component)}`, { class: "stack" },
      face(code, scene.components[component]?.text), count > 1 && h("b", { class: "count" }, `×${count}`))]));
}

/** @param {Scene} scene @param {string} code @param {any} component */
function nameOf(scene, code, component) {
  return scene.components[component]?.name ?? read(code).name;
}

/** @param {Scene} scene */
function docks(scene) {
  const { view } = scene;
  const cards = Array.isArray(view.docks) ? view.docks : view.docks.cards ?? [];
  return zone("Docks", { key: "docks", class: "wide" },
    piece(scene, "ol", view.docks.id, "the docks", { class: "docks" }, cards.map((/** @type {any} */ card, /** @type {number} */ place) => {
      const code = codeOf(card);
      const id = typeof card === "object" ? card.id : undefined;
      const reach = place < view.reach ? "" : "far";
      return piece(scene, "li", id, `dock ${place + 1}: ${nameOf(scene, code, card.component)}`, { key: id ?? `dock${place}`, class: `dock ${reach}` },
        face(code, scene.components[card.component]?.text), h("small", null, place === 0 ? "free" : `${place} ◊`));
    })),
    h("p", { class: "caption" }, "Taking a card further back puts the cards before it on your corruption pile."));
}

/** @param {Scene} scene */
function deck(scene) {
  const { view } = scene;
  const count = typeof view.deck === "object" ? view.deck.count : view.deck;
  return zone(`Round ${view.round} of ${view.rounds}`, { key: "deck" },
    piece(scene, "div", view.deck?.id, `deck, ${count} cards`, { class: "deckbox" }, h("span", { class: "scard back deckback" }, h("span", { class: "unknown" }, String(count)), h("span", { class: "cardname" }, "deck"))));
}

/** @param {Scene} scene */
function tokens(scene) {
  const { view } = scene;
  const known = listOf(view.tokens);
  const used = listOf(view.tokens_used);
  const left = typeof view.tokens_left === "object" ? view.tokens_left?.count : view.tokens_left ?? view.tokens?.count ?? "";
  const row = (/** @type {any[]} */ list) => list.map(({ id, code, count }) => piece(scene, "span", id, plain(code), { key: id ?? code, class: "token" }, count > 1 ? `${plain(code)} ×${count}` : plain(code)));
  return zone("Event tokens", { key: "tokens" }, h("p", { class: "row" }, `${left} left `, row(known)), used.length > 0 && h("p", { class: "row" }, h("small", null, "used "), row(used)));
}

/** @param {Scene} scene */
function discard(scene) {
  const { view } = scene;
  const cards = listOf(view.discard);
  return zone("Discard", { key: "discard", class: "discard" }, piece(scene, "div", view.discard?.id, "the discard pile", { class: "cards small" }, cards.length > 0 ? hand(scene, view.discard) : h("small", null, "empty")));
}

/** @param {Scene} scene @param {any} seat @param {number} number */
function person(scene, seat, number) {
  const sets = seat.sets?.sets ?? seat.sets ?? [];
  const pile = listOf(seat.pile);
  return piece(scene, "section", seat.id, seat.seat, { key: seat.seat, class: `zone seatzone ${scene.turn.includes(number) ? "acts" : ""}` },
    h("h3", null, chip(number, scene.welcome), h("small", null, ` space ${spaceOf(seat)}`), h("span", { class: "points" }, String(seat.score ?? seat.points ?? 0))),
    piece(scene, "div", seat.hand?.id, `hand of ${seat.seat}`, { class: "cards" }, hand(scene, seat.hand)),
    sets.map((/** @type {any} */ set, /** @type {number} */ place) => piece(scene, "div", set.id, `set of ${set.family}`, { key: set.id ?? `set${place}`, class: "set" },
      h("small", null, `${title(set.family)}${set.points ? ` ${set.points}` : ""}`), h("div", { class: "cards small" }, hand(scene, set.cards)))),
    piece(scene, "div", seat.pile?.id, `corruption of ${seat.seat}`, { class: "pile" },
      h("small", null, `corruption ${seat.corruption ?? seat.pile?.count ?? 0}${seat.curses ? `, ${seat.curses} curses` : ""}`), pile.length > 0 && h("div", { class: "cards tiny" }, hand(scene, seat.pile))));
}

/** @param {any} seat */
function spaceOf(seat) {
  const space = seat.space;
  return space !== null && typeof space === "object" ? space.name ?? space.space ?? space.symbol ?? "" : space ?? "";
}
