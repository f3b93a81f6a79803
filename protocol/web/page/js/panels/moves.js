// The legal moves as sentences: the way to do everything, with or without a board.
import { h } from "../dom.js";
import { narrowed } from "../narrow.js";
import { spoken, told } from "../names.js";

/** @typedef {import("../store.js").State} State */

const MANY = 12;

/**
 * The moves that the list shows now.
 * @param {State} state
 */
export function listed(state) {
  const words = state.filter.toLowerCase().split(/\s+/).filter(Boolean);
  return narrowed(state.legal, state.picked).filter((choice) => {
    const sentence = spoken(choice.sentence, state.welcome).toLowerCase();
    return words.every((word) => sentence.includes(word) || choice.move.includes(word));
  });
}

/**
 * @param {State} state
 * @param {{choose: (move: string) => void, play: (move: string) => void, cancel: () => void, clear: () => void,
 *   filter: (text: string) => void}} act
 */
export function movesPanel(state, act) {
  if (state.legal.length === 0) return null;
  const choices = listed(state);
  const chosen = state.legal.find((choice) => choice.move === state.chosen);
  return h("section", { key: "moves", class: "panel moves", "aria-label": "Your moves" },
    h("h2", null, "Your move ", h("small", null, state.sent ? "sent …" : count(choices.length, state.legal.length))),
    chosen && h("div", { class: "confirm", role: "alertdialog", "aria-label": "Play this move?" },
      h("p", null, told(chosen.sentence, state.welcome)),
      h("button", { class: "main", id: "confirm", onclick: () => act.play(chosen.move) }, "Play"),
      h("button", { onclick: act.cancel }, "Cancel")),
    (state.legal.length > MANY || state.filter) && h("input", {
      key: "filter", id: "filter", type: "search", placeholder: "Find a move", "aria-label": "Find a move", value: state.filter,
      oninput: (/** @type {any} */ event) => act.filter(event.target.value),
    }),
    state.picked.length > 0 && h("p", { class: "narrow" }, "Moves with what you picked. ", h("button", { class: "quiet", onclick: act.clear }, "Show all")),
    h("ol", { class: "list", id: "moves" }, choices.map((choice, place) => h("li", { key: choice.move },
      h("button", {
        class: `move ${state.hint?.move === choice.move && state.hint.decision === state.decision ? "hinted" : ""}`,
        disabled: state.sent !== null, "data-move": choice.move, onclick: () => act.choose(choice.move),
      }, h("kbd", { "aria-hidden": "true" }, place < 9 ? String(place + 1) : ""), h("span", null, told(choice.sentence, state.welcome)))))));
}

/** @param {number} shown @param {number} all */
function count(shown, all) {
  return shown === all ? `${all}` : `${shown} of ${all}`;
}
