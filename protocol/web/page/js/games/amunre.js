// Amun-Re: provinces along the Nile, the auction, the offering, and what everybody owns. Pure.
import { h } from "../dom.js";
import { chip, plain, seatOf, title } from "../names.js";
import { piece, seatOrder, zone } from "../pieces.js";

/** @typedef {import("../pieces.js").Scene} Scene */

/** @param {Scene} scene */
export function board(scene) {
  const { view } = scene;
  return h("div", { class: "amunre-table" },
    h("div", { class: "zones" }, auction(scene), market(scene), temple(scene), decks(scene)),
    map(scene),
    h("div", { class: "zones" }, seatOrder(scene).map((number) => person(scene, view.seats[number], number))));
}

/** @param {Scene} scene @param {string} province */
function nameOf(scene, province) {
  return scene.components[`province:${province}`]?.name ?? title(province);
}

/**
 * The id of a plain value.
 * @param {any} thing
 * @param {string} key
 * @returns {string|undefined}
 */
function idOf(thing, key) {
  return thing.ids?.[key];
}

// -- the auction and the offering -----------------------------------------------------------------------------------

/** @param {Scene} scene */
function auction(scene) {
  const { view } = scene;
  if (view.auction.length === 0) return null;
  return zone("Auction", { key: "auction", class: "wide" }, h("ul", { class: "lots" }, view.auction.map((/** @type {any} */ lot) => {
    const bidder = seatOf(lot.bidder);
    const name = nameOf(scene, lot.province);
    const spaces = scene.board.bids?.[lot.province] ?? [];
    const label = `${name}, ${bidder === null ? "no bid" : `${lot.bidder} bids ${lot.bid}`}`;
    return piece(scene, "li", lot.id, label, { key: lot.id ?? lot.province, class: "lot" },
      h("b", null, name),
      h("span", { class: "spaces" }, spaces.map((/** @type {any} */ space) => piece(scene, "span", space.id, `bid ${space.gold} for ${name}`,
        { class: `space ${lot.bid === space.gold && bidder !== null ? `bid back${bidder + 1}` : ""}` }, String(space.gold)))),
      h("span", { class: "bidder" }, bidder === null ? h("small", null, "no bid") : chip(bidder, scene.welcome)));
  })));
}

const WARES = { favors: "favors", farmers: "farmers", build: "stones" };

/**
 * The scale of prices, while something is bought: how many in this turn, and what they cost together.
 * @param {Scene} scene
 */
function market(scene) {
  const { view } = scene;
  const ware = WARES[/** @type {keyof typeof WARES} */ (view.phase)];
  const spaces = scene.board.purchases ?? [];
  const last = spaces.findLastIndex((/** @type {any} */ space) => scene.can.has(space.id) || scene.picked.has(space.id));
  if (ware === undefined || last < 0) return null;
  const where = view.asked_about ? ` for ${nameOf(scene, view.asked_about)}` : "";
  return zone(`Market: how many ${ware}${where}?`, { key: "market", class: "wide" },
    h("div", { class: "scale" }, spaces.slice(0, last + 1).map((/** @type {any} */ space) => piece(scene, "span", space.id, `${space.count} ${ware} in this turn for ${space.gold} gold`,
      { class: `space ${view.bought === space.count ? "reached" : ""}` }, h("b", null, space.count === 0 ? "none" : String(space.count)), h("small", null, space.count > 0 && `${space.gold} gold`)))),
    view.bought > 0 && h("p", { class: "caption" }, `${amount(view.bought, ware.slice(0, -1))} bought in this turn so far; the scale counts them.`));
}

/**
 * What may be offered now, and the two ways to adjust the offerings.
 * @param {Scene} scene
 */
function gifts(scene) {
  const lit = (/** @type {any} */ space) => scene.can.has(space.id) || scene.picked.has(space.id);
  const offers = (scene.board.offerings ?? []).filter(lit);
  const steps = (scene.board.adjustments ?? []).filter(lit);
  return [
    offers.length > 0 && h("div", { key: "offers", class: "scale" }, offers.map((/** @type {any} */ space) => piece(scene, "span", space.id, space.gold === 0 ? "offer a Theft" : `offer ${space.gold} gold`, { class: "space" }, h("b", null, space.gold === 0 ? "Theft" : String(space.gold))))),
    steps.length > 0 && h("div", { key: "steps", class: "scale" }, steps.map((/** @type {any} */ space) => piece(scene, "span", space.id, `${Math.abs(space.step)} ${space.step > 0 ? "more" : "less"}`, { class: "space" }, h("b", null, space.step > 0 ? `▲ ${space.step} more` : `▼ ${-space.step} less`)))),
  ];
}

/** @param {Scene} scene */
function temple(scene) {
  const { view } = scene;
  const gave = view.seats.filter((/** @type {any} */ seat) => seat.gave);
  return zone(`${["", "Old", "New"][view.age] ?? ""} Kingdom, round ${view.round}`, { key: "temple" },
    h("p", { class: "row" }, "Phase: ", h("b", null, plain(view.phase))),
    h("p", { class: "row" }, piece(scene, "span", idOf(view, "total"), `offerings, ${view.total} in all`, { class: "stat" }, `Offerings ${view.total}`), " ",
      piece(scene, "span", idOf(view, "tile"), view.tile ? `offering tile ${tileValue(scene, view.tile)}` : "no offering tile yet", { class: "stat" }, view.tile ? `Tile ${tileValue(scene, view.tile)}` : "no tile yet")),
    gifts(scene),
    gave.length > 0 && h("p", { class: "row" }, gave.map((/** @type {any} */ seat) => [chip(seatOf(seat.seat) ?? 0, scene.welcome), ` ${gift(seat.gave)}  `])));
}

/** @param {Scene} scene @param {any} tile */
function tileValue(scene, tile) {
  const row = scene.components[`tile:${tile}`];
  return row ? `${row.value}${row.camel ? " with camel" : ""}` : String(tile);
}

/** @param {any} gave */
function gift(gave) {
  if (typeof gave !== "object") return String(gave);
  return gave.theft ? "stole" : `gave ${gave.gold}`;
}

/** @param {Scene} scene */
function decks(scene) {
  const { view } = scene;
  const discard = favors(scene, view.discard);
  const names = view.to_come.map((/** @type {string} */ province) => nameOf(scene, province)).join(", ");
  return zone("Cards", { key: "decks", class: "grow" },
    h("p", { class: "row" }, piece(scene, "span", idOf(view, "deck"), `deck of favors, ${view.deck}`, { class: "stat" }, `Favors ${view.deck}`), " ",
      piece(scene, "span", idOf(view, "discard"), "discarded favors", { class: "stat" }, "Discard ", discard.length > 0 ? discard : "–")),
    h("p", { class: "row" }, piece(scene, "span", idOf(view, "to_come"), "provinces to come", { class: "tocome" }, h("small", null, `To come: ${names || "none"}`))));
}

/** "1 favor", "2 favors".
 * @param {number} count @param {string} word @returns {string} */
function amount(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** @param {Scene} scene @param {any} cards */
function favors(scene, cards) {
  const list = Array.isArray(cards) ? cards : Object.entries(cards ?? {}).map(([kind, count]) => ({ kind, count }));
  return list.map((card) => {
    const known = scene.components[card.component];
    return piece(scene, "span", card.id, `${card.count > 1 ? `${card.count} ` : ""}${known?.name ?? plain(card.kind)}`, { key: card.id ?? card.kind, class: "favor", title: known?.text },
      known?.name ?? plain(card.kind), card.count > 1 && h("b", null, ` ×${card.count}`));
  });
}

// -- the map --------------------------------------------------------------------------------------------------------

/** @param {Scene} scene */
function map(scene) {
  return h("div", { class: "map", role: "group", "aria-label": "Map of Egypt" }, ["lower", "upper"].map((half) => h("div", { key: half, class: "half" },
    bank(scene, half, "west"),
    h("div", { key: "river", class: "river", "aria-hidden": "true" }, half === "lower" ? "Lower Egypt" : "Upper Egypt"),
    bank(scene, half, "east"))),
  h("p", { key: "legend", class: "caption" }, "▲ pyramids  ■ stones  ☘ farmers / fields  ⌂ temples; limit: the number of favors that the province lets its owner buy; + what its buyer gets at once."));
}

/**
 * The desert lies away from the river.
 * @param {Scene} scene
 * @param {string} half
 * @param {string} side
 */
function bank(scene, half, side) {
  const here = scene.view.provinces.filter((/** @type {any} */ one) => one.half === half && one.bank === side);
  const desert = here.filter((/** @type {any} */ one) => !one.nile);
  const river = here.filter((/** @type {any} */ one) => one.nile);
  const columns = side === "west" ? [desert, river] : [river, desert];
  return h("div", { key: side, class: `bank ${side}` }, columns.map((column, place) => h("div", { key: place, class: "strip" }, column.map((/** @type {any} */ one) => province(scene, one)))));
}

/** @param {Scene} scene @param {any} land */
function province(scene, land) {
  const owner = seatOf(land.owner);
  const name = nameOf(scene, land.province);
  const offered = scene.view.auction.some((/** @type {any} */ lot) => lot.province === land.province);
  const farmers = `${land.farmers}/${land.fields}${land.free_farmers ? `+${land.free_farmers}` : ""}`;
  const label = `${name}, ${owner === null ? "nobody's" : `owned by ${land.owner}`}, ${land.pyramids} pyramids, ${land.stones} stones, farmers ${farmers}`;
  return piece(scene, "section", land.id, label, { key: land.id ?? land.province, class: `province ${land.nile ? "nile" : "desert"} ${owner === null ? "" : `own own${owner + 1}`} ${offered ? "offered" : ""}`, title: scene.components[land.component]?.text },
    h("h4", null, name, owner !== null && h("span", { class: "owner" }, chip(owner, scene.welcome))),
    h("p", { class: "built" },
      piece(scene, "span", idOf(land, "pyramids"), `pyramids in ${name}: ${land.pyramids}`, { picture: true, class: "pyramids" }, land.pyramids > 0 ? "▲".repeat(Math.min(6, land.pyramids)) + (land.pyramids > 6 ? `×${land.pyramids}` : "") : h("span", { class: "faint" }, "△")),
      piece(scene, "span", idOf(land, "stones"), `stones in ${name}: ${land.stones}`, { picture: true, class: "stones" }, land.stones > 0 ? "■".repeat(land.stones) : h("span", { class: "faint" }, "□")),
      piece(scene, "span", idOf(land, "farmers"), `farmers in ${name}: ${farmers}`, { picture: true, class: "farmers" }, `☘ ${farmers}`)),
    h("p", { class: "yields" }, yields(land).map((text) => h("span", { key: text }, text))));
}

/**
 * What a province gives, in short.
 * @param {any} land
 */
function yields(land) {
  const words = [`limit ${land.limit}`];
  if (land.temples) words.push(`${"⌂".repeat(land.temples)} ${land.temples === 1 ? "temple" : "temples"}`);
  if (land.caravan) words.push(`caravan ${land.caravan}`);
  if (land.mine) words.push(`mine ${land.mine}`);
  if (land.bonus.stones) words.push(`+${amount(land.bonus.stones, "stone")}`);
  if (land.bonus.favors) words.push(`+${amount(land.bonus.favors, "favor")}`);
  if (land.bonus.gold) words.push(`+${land.bonus.gold} gold`);
  return words;
}

// -- the players ----------------------------------------------------------------------------------------------------

/** @param {Scene} scene @param {any} seat @param {number} number */
function person(scene, seat, number) {
  const start = scene.view.start_player === seat.seat;
  const own = scene.view.provinces.filter((/** @type {any} */ land) => land.owner === seat.seat);
  const cards = seat.province_hand ?? [];
  return piece(scene, "section", seat.id, seat.seat, { key: seat.seat, class: `zone seatzone ${scene.turn.includes(number) ? "acts" : ""}` },
    h("h3", null, chip(number, scene.welcome), start && h("small", { title: "Start Player" }, " ⚑ start"), h("span", { class: "points" }, String(seat.score))),
    h("p", { class: "row" },
      piece(scene, "span", idOf(seat, "gold"), `${seat.gold} gold`, { class: "stat gold" }, `${seat.gold} gold`), " ",
      piece(scene, "span", idOf(seat, "favors"), amount(seat.favors, "favor"), { class: "stat" }, amount(seat.favors, "favor"), seat.hand === null && seat.known_architect ? h("small", null, " (an Architect)") : ""), " ",
      (seat.province_cards > 0 || cards.length > 0) && piece(scene, "span", idOf(seat, "province_cards"), `${seat.province_cards} province cards`, { class: "stat" }, `${seat.province_cards} provinces`)),
    seat.hand !== null && h("p", { class: "row favors" }, favors(scene, seat.hand)),
    cards.length > 0 && h("p", { class: "row favors" }, cards.map((/** @type {any} */ card) => piece(scene, "span", card.id, nameOf(scene, card.province ?? card), { key: card.id ?? card, class: "favor" }, nameOf(scene, card.province ?? card)))),
    h("p", { class: "row owned-lands" }, own.length > 0 ? h("small", null, own.map((/** @type {any} */ land) => nameOf(scene, land.province)).join(", ")) : h("small", null, "no province yet")));
}
