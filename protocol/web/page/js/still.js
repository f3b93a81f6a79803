// A board by itself, from a position's JSON and the catalogue of its game: nothing lights up, nothing can be clicked.
import { h, show } from "./dom.js";
import { boardOf } from "./games/index.js";

const LARGEST = 1.6;        // times the size of the page's own board
const SMALLEST = 0.2;
const STEP = 0.95;

/**
 * @param {any} position the JSON of a position or a view
 * @param {number} me whose seat comes first
 * @param {Record<string, any>} components by their ids
 * @param {any} board what is static on the board
 */
export function stillBoard(position, me, components, board) {
  const nothing = new Set(/** @type {string[]} */ ([]));
  const welcome = { table: "", game: position.game, players: position.players, variant: position.variant, seats: position.seats.map(() => ({ kind: "other" })), yours: [], may_play: false, may_branch: false, sees_all: false, public: false, real: false };
  return h("div", { class: `board ${position.game}` }, boardOf(position.game)({
    view: position, me, turn: position.pending.map((/** @type {string} */ seat) => Number(seat.slice(1)) - 1), welcome, can: nothing,
    picked: nothing, fresh: nothing, hinted: nothing, components, board,
  }));
}

/**
 * Fill the window of board.html with what a seat sees, as large as it fits.
 * @param {any} view
 * @param {{components?: any[], board?: any}} catalogue
 */
export async function fillWindow(view, catalogue) {
  const frame = /** @type {HTMLElement} */ (document.getElementById("still"));
  const root = document.documentElement;
  const me = Number(view.viewer.slice(1)) - 1;
  show(frame, [stillBoard(view, me, byId(catalogue.components), catalogue.board ?? {})]);
  await document.fonts.ready;
  for (let scale = LARGEST; scale > SMALLEST; scale *= STEP) {
    frame.style.setProperty("zoom", String(scale));
    if (root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth) break;
  }
}

/**
 * The components of a catalogue by their ids.
 * @param {any[]|undefined} components
 * @returns {Record<string, any>}
 */
export function byId(components) {
  return Object.fromEntries((components ?? []).map((one) => [one.id, one]));
}
