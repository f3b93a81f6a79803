// Sobek: nine docks, hands, sets, corruption, the tokens of events and the track. Pure.
import { h } from "../dom.js";
import { chip, plain, seatName, seatSign, title } from "../names.js";
import { piece, seatOrder, zone } from "../pieces.js";
import { face, read } from "./sobek_cards.js";

/** @typedef {import("../pieces.js").Scene} Scene */

const SYMBOLS = { ankh: "☥", snake: "∿", reed: "ψ", scorpion: "♏" };
const ROW = 25;         // spaces of the track in a row

/** @param {Scene} scene */
export function board(scene) {
  const { view } = scene;
  return h("div", { class: "sobek-table" },
    docks(scene),
    h("div", { class: "zones" }, deck(scene), tokens(scene), discard(scene)),
    h("div", { class: "zones" }, seatOrder(scene).map((number) => person(scene, view.seats[number], number))),
    track(scene));
}

/**
 * The word of a card, or of its back.
 * @param {any} card
 */
function codeOf(card) {
  return card.kind ?? `?${String(card.component).split(":").at(-1)}`;
}

/** @param {Scene} scene @param {any} card */
function nameOf(scene, card) {
  return scene.components[card.component]?.name ?? read(codeOf(card)).name;
}

/**
 * All cards of one place, those of a kind together. Onlookers know of some places only how many cards are there.
 * @param {Scene} scene
 * @param {any[] | null} list
 * @param {boolean} [apart] further cards of a kind are drawn, and can be clicked, one by one
 */
function cards(scene, list, apart = false) {
  return (list ?? []).flatMap((card) => {
    const [code, name, text] = [codeOf(card), nameOf(scene, card), scene.components[card.component]?.text];
    const copies = apart ? card.copies ?? [] : [];
    const count = card.count - copies.length;
    return [
      piece(scene, "span", card.id, `${count > 1 ? `${count} times ` : ""}${name}`, { picture: true, class: "stack" }, face(code, text), count > 1 && h("b", { class: "count" }, `×${count}`)),
      ...copies.map((/** @type {any} */ copy) => piece(scene, "span", copy.id, `another ${name}`, { picture: true, class: "stack copy" }, face(code, text))),
    ];
  });
}

/** @param {Scene} scene */
function docks(scene) {
  const { docks: row } = scene.view;
  return zone("Docks", { key: "docks", class: "wide" },
    piece(scene, "ol", row.id, "the docks", { class: "docks" }, row.cards.map((/** @type {any} */ card, /** @type {number} */ place) => (card.empty
      ? h("li", { key: card.id, class: "dock" }, h("span", { class: "scard empty" }))
      : piece(scene, "li", card.id, `dock ${place + 1}: ${nameOf(scene, card)}`, { class: `dock ${place < row.reach ? "" : "far"}` },
        face(codeOf(card), scene.components[card.component]?.text), h("small", null, place === 0 ? "free" : place < row.reach ? `skips ${place}` : ""))))),
    h("p", { class: "caption" }, "Whoever takes a card further back puts the cards before it on their corruption pile."));
}

/** @param {Scene} scene */
function deck(scene) {
  const { view } = scene;
  return zone(`Round ${view.round} of ${view.rounds}`, { key: "deck" },
    piece(scene, "div", view.deck.id, `deck, ${view.deck.count} cards`, { picture: true, class: "deckbox" },
      h("span", { class: "scard back beige" }, h("span", { class: "unknown" }, String(view.deck.count)), h("span", { class: "cardname" }, "deck"))));
}

/** @param {Scene} scene */
function tokens(scene) {
  const { events } = scene.view;
  const row = (/** @type {any[]} */ list) => list.map((token) => {
    const known = scene.components[token.component];
    const name = known?.name ?? plain(token.kind);
    return piece(scene, "span", token.id, name, { class: "token", title: known?.text }, token.count > 1 ? `${name} ×${token.count}` : name);
  });
  return zone("Event tokens", { key: "tokens" }, piece(scene, "div", events.id, `event tokens, ${events.left} left`, { class: "eventbox" },
    h("p", { class: "row" }, `${events.left} left `, row(events.tokens ?? [])), events.used.length > 0 && h("p", { class: "row" }, h("small", null, "used "), row(events.used))));
}

/** @param {Scene} scene */
function discard(scene) {
  const { discard: pile } = scene.view;
  return zone("Discard", { key: "discard", class: "discard" }, piece(scene, "div", pile.id, `the discard pile, ${pile.count} cards`, { class: "cards small" },
    pile.cards.length > 0 ? cards(scene, pile.cards) : h("small", null, "empty")));
}

/** @param {Scene} scene @param {any} seat @param {number} number */
function person(scene, seat, number) {
  return piece(scene, "section", seat.id, seat.seat, { key: seat.seat, class: `zone seatzone ${scene.turn.includes(number) ? "acts" : ""}` },
    h("h3", null, chip(number, scene.welcome), h("span", { class: "points" }, String(seat.score))),
    piece(scene, "div", seat.hand.id, `hand of ${seatName(number, scene.welcome)}, ${seat.hand.count} cards`, { class: "cards" },
      seat.hand.cards ? cards(scene, seat.hand.cards, number === scene.me) : h("small", null, `${seat.hand.count} cards`)),
    seat.sets.map((/** @type {any} */ set) => piece(scene, "div", set.id, `set of ${set.family}, ${set.score} points`, { class: `set ${set.lying ? "lying" : ""}` },
      h("small", null, `${title(set.family)}, ${set.score} points${set.prosperity ? ", prosperity" : ""}`), h("div", { class: "cards small" }, cards(scene, set.cards)))),
    piece(scene, "div", seat.pile.id, `corruption pile of ${seatName(number, scene.welcome)}, ${seat.pile.count} cards`, { class: "pile" },
      h("small", null, "corruption ", piece(scene, "b", seat.ids?.corruption, `corruption ${seat.corruption}`, null, String(seat.corruption)), seat.curses > 0 ? `, ${seat.curses === 1 ? "a curse" : `${seat.curses} curses`}` : ""),
      (seat.pile.cards ?? []).length > 0 && h("div", { class: "cards tiny" }, cards(scene, seat.pile.cards))));
}

// -- the track ------------------------------------------------------------------------------------------------------

/**
 * As many rows as the leader needs.
 * @param {Scene} scene
 */
function track(scene) {
  const spaces = scene.board.track?.spaces ?? [];
  const far = Math.max(0, ...scene.view.seats.map((/** @type {any} */ seat) => seat.marker.space));
  const shown = spaces.slice(0, Math.min(spaces.length, (Math.floor(far / ROW) + 2) * ROW));
  if (shown.length === 0) return null;
  return zone("Track", { key: "track", class: "wide trackzone" }, h("div", { class: "steps" }, shown.map((/** @type {any} */ step) => {
    const symbol = step.symbols[scene.view.variant] ?? null;
    const here = scene.view.seats.map((/** @type {any} */ seat, /** @type {number} */ number) => (seat.marker.space === step.space ? number : -1)).filter((/** @type {number} */ number) => number >= 0);
    return piece(scene, "span", step.id, `space ${step.space}${symbol ? `, ${symbol}` : ""}${here.map((/** @type {number} */ number) => `, ${seatName(number, scene.welcome)}`).join("")}`, { picture: true, class: `step ${here.length > 0 ? "taken" : ""}`, title: symbol ?? String(step.space) },
      here.length > 0 ? here.map((/** @type {number} */ number) => h("span", { key: number, class: `chip seat${number + 1}` }, seatSign(number))) : h("small", null, symbol ? SYMBOLS[/** @type {keyof typeof SYMBOLS} */ (symbol)] ?? symbol : String(step.space)));
  })));
}
