// What was picked on the board means several moves: they are offered right there.
import { h } from "../dom.js";
import { narrowed } from "../narrow.js";
import { told } from "../names.js";

/** @typedef {import("../store.js").State} State */

const MOST = 30;

/**
 * @param {State} state
 * @param {{choose: (move: string) => void, clear: () => void}} act
 */
export function chooser(state, act) {
  if (state.picked.length === 0 || state.chosen !== null) return null;
  const left = narrowed(state.legal, state.picked);
  if (left.length < 2) return null;
  return h("div", { key: "chooser", class: "chooser", role: "group", "aria-label": "What was picked means several moves" },
    h("p", null, h("b", null, left.length > MOST ? `${left.length} moves: pick more, or use the list.` : "Which one?"), h("button", { class: "quiet", "aria-label": "Let go of what was picked", onclick: act.clear }, "✕")),
    left.length <= MOST && h("ul", null, left.map((choice) => h("li", { key: choice.move },
      h("button", { "data-choice": choice.move, disabled: state.sent !== null, onclick: () => act.choose(choice.move) }, told(choice.sentence, state.welcome))))));
}
