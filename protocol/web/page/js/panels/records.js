// A game that was recorded elsewhere: a file, and which of its games.
import { h } from "../dom.js";

/** @typedef {import("../store.js").State} State */

/**
 * @param {State} state
 * @param {(file: File, game: string) => void} open
 * @param {(changes: Partial<State>) => void} update
 */
export function recordForm(state, open, update) {
  const { record } = state;
  return h("section", { key: "records", class: "panel records" }, h("h2", null, "Review a recorded game"),
    h("p", null, "A record of egypt-arena, as JSON lines or as the text that can be mailed, or of egypt-play."),
    h("label", null, h("span", { class: "unseen" }, "Record"), h("input", { type: "file", id: "record", accept: ".jsonl,.json,.txt", onchange: (/** @type {any} */ event) => {
      const [file] = event.target.files;
      if (file) open(file, "");
    } })),
    record && h("p", { class: "row" }, h("label", null, "Game ", h("select", { id: "record-game", value: record.game, onchange: (/** @type {any} */ event) => update({ record: { ...record, game: event.target.value } }) },
      record.games.map((/** @type {any} */ game) => h("option", { key: game.number, value: String(game.number) }, line(game))))),
    h("button", { id: "record-open", class: "main", onclick: () => open(record.file, record.game) }, "Open")));
}

/** @param {any} game */
function line(game) {
  const seats = game.seats.map((/** @type {string} */ name, /** @type {number} */ seat) => `${name} ${game.scores[seat]}`).join(", ");
  return `${game.number}: ${seats}${game.end === "finished" ? "" : ` (${game.end})`}`;
}
