// Seats by name, colour and sign; words of sentences that are seats. Pure.
import { h } from "./dom.js";

/** @typedef {import("./store.js").Welcome} Welcome */

const SIGNS = ["●", "■", "▲", "◆", "★"];

/**
 * The sign of a seat, by which it is told apart without colours.
 * @param {number} seat
 */
export function seatSign(seat) {
  return SIGNS[seat] ?? "·";
}

/** @param {number} seat @param {Welcome|null} welcome */
export function seatName(seat, welcome) {
  return welcome?.seats[seat]?.name || `p${seat + 1}`;
}

/**
 * A seat as a small coloured label.
 * @param {number} seat
 * @param {Welcome|null} welcome
 */
export function chip(seat, welcome) {
  return h("span", { class: `chip seat${seat + 1}` }, h("span", { class: "sign", "aria-hidden": "true" }, seatSign(seat)), seatName(seat, welcome));
}

/**
 * "p2" -> 1; anything else -> null.
 * @param {any} word
 * @returns {number|null}
 */
export function seatOf(word) {
  const match = /^p([1-9])$/.exec(word);
  return match ? Number(match[1]) - 1 : null;
}

/**
 * A sentence with its seats as labels.
 * @param {string} sentence
 * @param {Welcome|null} welcome
 */
export function told(sentence, welcome) {
  return sentence.split(/\b(p[1-5])\b/).map((part) => {
    const seat = seatOf(part);
    return seat === null || seat >= (welcome?.players ?? 0) ? part : chip(seat, welcome);
  });
}

/**
 * The same in plain words.
 * @param {string} sentence
 * @param {Welcome|null} welcome
 */
export function spoken(sentence, welcome) {
  return sentence.replace(/\bp([1-5])\b/g, (word, number) => (Number(number) <= (welcome?.players ?? 0) ? seatName(Number(number) - 1, welcome) : word));
}

/**
 * "step-pyramid" -> "step pyramid".
 * @param {string} word
 */
export function plain(word) {
  return String(word).replace(/[-_]/g, " ");
}

/** @param {string} word */
export function title(word) {
  const text = plain(word);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const GAMES = { ra: "Ra", sobek: "Sobek", amunre: "Amun-Re", tekhenu: "Tekhenu" };

/** @param {string} name */
export function gameTitle(name) {
  return GAMES[/** @type {keyof typeof GAMES} */ (name)] ?? title(name);
}

/**
 * Who sits there, for people.
 * @param {import("./store.js").SeatInfo} seat
 */
export function kindText(seat) {
  if (seat.kind === "recorded") return "recorded";
  if (seat.kind === "other") return "at the table";
  if (seat.kind === "automaton") return "automaton";
  if (seat.kind !== "engine") return seat.kind === "link" ? "person elsewhere" : "person";
  const program = seat.program && seat.program !== "egypt-engine" ? `${seat.program}, ` : "engine, ";
  return program + (seat.movetime ? `${seat.movetime} ms` : `level ${seat.level}`);
}
