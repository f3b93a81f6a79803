// The board of each game; a game without one of its own gets the generic one.
import { board as generic } from "./generic.js";
import { board as amunre } from "./amunre.js";
import { board as ra } from "./ra.js";
import { board as sobek } from "./sobek.js";
import { board as tekhenu } from "./tekhenu.js";

/** @typedef {import("../pieces.js").Scene} Scene */

/** @type {Record<string, (scene: Scene) => any>} */
const BOARDS = { amunre, ra, sobek, tekhenu };

/** @param {string} game */
export function boardOf(game) {
  return BOARDS[game] ?? generic;
}
