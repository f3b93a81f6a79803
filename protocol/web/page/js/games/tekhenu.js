// Tekhenu: the wheel of dice around the obelisk, temple, market, statues, and everybody's scales. Pure.
import { h } from "../dom.js";
import { chip } from "../names.js";
import { piece, seatOrder, zone } from "../pieces.js";
import { shops, statues, temple, tracks } from "./tekhenu_town.js";
import { ways } from "./tekhenu_ways.js";
import { dieBox, wheel } from "./tekhenu_wheel.js";

/** @typedef {import("../pieces.js").Scene} Scene */

const GOODS = ["papyrus", "bread", "limestone", "granite", "gold", "faith", "scribe"];

/** @param {Scene} scene */
export function board(scene) {
  const { view } = scene;
  return h("div", { class: "tekhenu-table" },
    ways(scene), offered(scene),
    h("div", { class: "zones" }, wheelZone(scene), temple(scene, (thing) => known(scene, thing), wordOf), shops(scene), statues(scene), market(scene), tiles(scene), starting(scene)),
    h("div", { class: "zones" }, tracks(scene)),
    h("div", { class: "zones" }, seatOrder(scene).map((number) => person(scene, view.seats[number], number))));
}

/**
 * The word of a thing: a word already, or an object with one.
 * @param {any} thing
 * @returns {string}
 */
function wordOf(thing) {
  if (thing === null || thing === undefined) return "";
  if (typeof thing !== "object") return String(thing);
  return thing.name ?? thing.card ?? thing.tile ?? thing.kind ?? String(thing.component ?? "").split(":").at(-1) ?? "";
}

/**
 * Lists stay lists; objects become [key, value] pairs without ids.
 * @param {any} things
 * @returns {[string, any][]}
 */
function entriesOf(things) {
  if (Array.isArray(things)) return things.map((thing, place) => [String(thing?.space ?? thing?.place ?? thing?.cell ?? place), thing]);
  return Object.entries(things ?? {}).filter(([key]) => key !== "id" && key !== "ids" && key !== "component");
}

/** @param {Scene} scene @param {any} thing */
function known(scene, thing) {
  const word = wordOf(thing);
  return scene.components[thing?.component] ?? scene.components[`card:${word}`] ?? scene.components[`tile:${word}`] ?? scene.components[word];
}

const SUITS = { B: "blessing", T: "technology", D: "decree", S: "starting", F: "destiny", P: "pillar" };

/**
 * A card with its name, and its text to hover, touch or read aloud.
 * @param {Scene} scene
 * @param {any} thing
 * @param {string} key
 * @param {string} [where]
 */
function card(scene, thing, key, where) {
  const word = wordOf(thing);
  const text = known(scene, thing);
  const suit = SUITS[/** @type {keyof typeof SUITS} */ (word.charAt(0))] ?? "";
  const name = text?.name ?? word;
  return piece(scene, "span", thing?.id, [name, suit, where, text?.text].filter(Boolean).join(", "), { key: thing?.id ?? key, class: `tcard ${suit}`, title: text?.text, tabindex: text?.text ? "0" : undefined },
    h("small", null, `${where ? `${where} ` : ""}${suit}`), h("b", null, name || "?"), text?.text && h("span", { class: "cardtext" }, text.text));
}

// -- the table ------------------------------------------------------------------------------------------------------

/** @param {Scene} scene */
function wheelZone(scene) {
  const { view } = scene;
  const bag = entriesOf(view.bag).filter(([, count]) => typeof count === "number" && count > 0);
  return zone(`Obelisk, round ${view.round} of ${view.rounds}`, { key: "wheel", class: "wheelzone" }, wheel(scene),
    h("p", { class: "legend" }, h("span", null, "✓ pure"), h("span", null, "– tainted"), h("span", null, "✗ forbidden")),
    bag.length > 0 && piece(scene, "p", view.ids?.bag, "dice in the bag", { class: "row" }, h("small", null, `in the bag: ${bag.map(([colour, count]) => `${count} ${colour}`).join(", ")}`)));
}

/** @param {Scene} scene */
function market(scene) {
  const { view } = scene;
  const sections = new Map();
  for (const [place, thing] of entriesOf(view.market?.cards ?? view.market)) {
    const section = place.charAt(0);
    sections.set(section, [...(sections.get(section) ?? []), [place, thing]]);
  }
  const deckOf = (/** @type {any} */ deck) => (deck !== null && typeof deck === "object" ? deck.count : deck);
  return zone("Market", { key: "market", class: "marketzone" },
    [...sections].map(([section, cards]) => piece(scene, "div", /^[0-9]$/.test(section) ? `section:${section}` : undefined, `section ${section} of the market`, { key: section, class: "section" }, cards.map((/** @type {[string, any]} */ [place, thing]) => card(scene, thing, place, place)))),
    h("p", { class: "row" }, h("small", null, `decks: ${deckOf(view.blessings_left)} blessings, ${deckOf(view.technologies_left)} technologies, ${deckOf(view.decrees_left)} decrees`)));
}

/** @param {Scene} scene */
function tiles(scene) {
  const { view } = scene;
  const slots = Array.isArray(view.slots) ? view.slots : view.slots?.tiles ?? [];
  return zone("Ra’s pillars", { key: "tiles", class: "pillarzone" }, h("div", { class: "section" }, slots.map((/** @type {any} */ tile, /** @type {number} */ place) => (tile?.tile ? card(scene, tile, `slot${place}`, ["5–6", "3–4", "1–2"][place]) : h("span", { key: `slot${place}`, class: "tcard empty" }, "–")))),
    h("p", { class: "row" }, h("small", null, `${typeof view.tiles_left === "object" ? view.tiles_left?.count : view.tiles_left} in the stack`)));
}

/**
 * Cards that somebody has to choose among and that lie nowhere else: two on offer, or those of destiny.
 * @param {Scene} scene
 */
function offered(scene) {
  const destiny = Object.keys(scene.components).filter((id) => id.startsWith("card:F") && (scene.can.has(id) || scene.picked.has(id)));
  const cards = [...scene.view.now?.offer ?? [], ...destiny.map((id) => ({ id, component: id, card: id.slice(5) }))];
  return cards.length > 0 && h("div", { key: "offered", class: "zones" }, zone("Cards to choose from", { class: "wide" }, h("div", { class: "section" }, cards.map((thing) => card(scene, thing, thing.id)))));
}

/** @param {Scene} scene */
function starting(scene) {
  const cards = entriesOf(scene.view.starting?.cards ?? scene.view.starting);
  return cards.length > 0 ? zone("Starting cards", { key: "starting", class: "wide" }, h("div", { class: "section" }, cards.map(([place, thing]) => card(scene, thing, `start${place}`)))) : null;
}

// -- the players ----------------------------------------------------------------------------------------------------

/** @param {Scene} scene @param {any} seat @param {number} number */
function person(scene, seat, number) {
  const asked = (/** @type {string} */ good) => scene.can.has(idIn(seat.stores, "good", good) ?? "");
  const goods = GOODS.map((good) => /** @type {[string, number]} */ ([good, seat.goods?.[good] ?? 0])).filter(([good, count]) => count > 0 || asked(good));
  return piece(scene, "section", seat.id, seat.seat, { key: seat.seat, class: `zone seatzone ${scene.turn.includes(number) ? "acts" : ""}` },
    h("h3", null, chip(number, scene.welcome), seat.automaton && h("small", null, " automaton"), h("span", { class: "points" }, String(seat.score))),
    h("p", { class: "row" }, stat(scene, seat, "population"), stat(scene, seat, "happiness"), stat(scene, seat, "buildings"), stat(scene, seat, "statues"), h("span", { class: "stat" }, `pillars ${seat.pillars?.length ?? 0}`)),
    piece(scene, "p", seat.ids?.goods, "goods", { class: "row goods" }, goods.length > 0 ? goods.map(([good, count]) => piece(scene, "span", idIn(seat.stores, "good", good), `${count} ${good}`, { key: good, class: `good ${good}` }, `${count} ${good}${good === "scribe" && count !== 1 ? "s" : ""}`)) : h("small", null, "no goods")),
    piece(scene, "p", seat.ids?.production, "production", { class: "row" }, h("small", null, "produces ", Object.entries(seat.production ?? {}).map(([good, count]) => [piece(scene, "span", idIn(seat.yields, "good", good), `produces ${count} ${good}`, { key: good, class: "yield" }, `${good} ${count}`), " "]))),
    scales(scene, seat),
    h("div", { class: "section" }, ["blessings", "technologies", "decrees", "drafted"].flatMap((kind) => entriesOf(seat[kind]?.cards ?? seat[kind]).map(([place, thing]) => card(scene, thing, `${kind}${place}`))),
      hidden(seat)));
}

/**
 * The id of a place that a player has for something.
 * @param {any[]|undefined} places
 * @param {string} key
 * @param {string} word
 * @returns {string|undefined}
 */
function idIn(places, key, word) {
  return (places ?? []).find((one) => one[key] === word)?.id;
}

/** @param {Scene} scene @param {any} seat @param {string} key */
function stat(scene, seat, key) {
  const value = seat[key]?.count ?? seat[key]?.value ?? (Array.isArray(seat[key]) ? seat[key].length : seat[key]);
  return piece(scene, "span", seat.ids?.[key], `${key} ${value}`, { key, class: "stat" }, `${key} ${value}`);
}

/**
 * Decrees that others hold.
 * @param {any} seat
 */
function hidden(seat) {
  const shown = entriesOf(seat.decrees?.cards ?? seat.decrees).length;
  const held = seat.decrees_held ?? shown;
  return Array.from({ length: Math.max(0, held - shown) }, (_, place) => h("span", { key: `hidden${place}`, class: "tcard decree hidden" }, h("small", null, "decree"), h("b", null, "?")));
}

/** @param {Scene} scene @param {any} seat */
function scales(scene, seat) {
  return piece(scene, "div", seat.ids?.balance, "scales", { class: "scales" }, pan(scene, seat, "pure"),
    h("span", { class: "beam", title: seat.balance === 0 ? "scales" : "balance in this Maat phase" }, `⚖${seat.balance === 0 ? "" : ` ${seat.balance > 0 ? "+" : "−"}${Math.abs(seat.balance)}`}`),
    pan(scene, seat, "tainted"), seat.dice.some((/** @type {any} */ one) => one.pan === "below") && pan(scene, seat, "below"));
}

/**
 * The dice on a pan, and how many pips they have.
 * @param {Scene} scene
 * @param {any} seat
 * @param {string} side
 */
function pan(scene, seat, side) {
  const dice = seat.dice.filter((/** @type {any} */ one) => one.pan === side);
  const pips = dice.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.value, 0);
  return piece(scene, "span", idIn(seat.pans, "pan", side), `${side} pan, ${pips} pips`, { key: side, class: `pan ${side}` }, h("small", null, `${side}${pips > 0 ? ` ${pips}` : ""}`),
    dice.map((/** @type {any} */ one) => piece(scene, "span", one.id, `${one.colour} ${one.value}, ${side}`, { picture: true, key: one.id, class: "pandie" }, dieBox(one))));
}
