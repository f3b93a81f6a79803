// The legal moves as sentences: the way to do everything, with or without a board.
import { h } from "../dom.js";
import { choiceOf, narrowed } from "../narrow.js";
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
 *   filter: (text: string) => void, type: (text: string) => void}} act
 */
export function movesPanel(state, act) {
  if (state.legal.length === 0) return null;
  const choices = listed(state);
  const chosen = state.legal.find((choice) => choice.move === state.chosen);
  const real = state.welcome?.real ?? false;
  return h("section", { key: "moves", class: "panel moves", "aria-label": real ? "What may happen" : "Your moves" },
    h("h2", null, real ? "What happened? " : "Your move ", h("small", null, state.sent ? "sent …" : count(choices.length, state.legal.length))),
    chosen && h("div", { class: "confirm", role: "alertdialog", "aria-label": "Play this move?" },
      h("p", null, told(chosen.sentence, state.welcome)),
      h("button", { class: "main", id: "confirm", onclick: () => act.play(chosen.move) }, "Play"),
      h("button", { onclick: act.cancel }, "Cancel")),
    (state.legal.length > MANY || state.filter || real) && h("input", {
      key: "filter", id: "filter", type: "search", placeholder: real ? "Find what happened" : "Find a move", "aria-label": real ? "Find what happened" : "Find a move", value: state.filter,
      oninput: (/** @type {any} */ event) => act.filter(event.target.value),
    }),
    state.picked.length > 0 && h("p", { class: "narrow" }, "Moves with what you picked. ", h("button", { class: "quiet", onclick: act.clear }, "Show all")),
    h("ol", { class: "list", id: "moves" }, choices.map((choice, place) => h("li", { key: choice.move },
      h("button", {
        class: `move ${state.hint?.decision === state.decision && choiceOf(state, state.hint.move) === choice ? "hinted" : ""}`,
        disabled: state.sent !== null, "data-move": choice.move, onclick: () => act.choose(choice.move),
      }, h("kbd", { "aria-hidden": "true" }, place < 9 ? String(place + 1) : ""), h("span", null, told(choice.sentence, state.welcome)))))),
    real && typing(state, act));
}

/**
 * Something that is not in the list.
 * @param {State} state
 * @param {{play: (move: string) => void, type: (text: string) => void}} act
 */
function typing(state, act) {
  return h("form", { class: "typing", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); if (state.typed.trim()) act.play(state.typed.trim()); } },
    h("label", { for: "typed" }, h("small", null, "Not in the list? Write it as the engine does, for example ", h("code", null, state.legal[0].move))),
    h("input", { id: "typed", autocomplete: "off", spellcheck: "false", value: state.typed, oninput: (/** @type {any} */ event) => act.type(event.target.value) }),
    h("button", { disabled: state.sent !== null }, "Enter"));
}

/** @param {number} shown @param {number} all */
function count(shown, all) {
  return shown === all ? `${all}` : `${shown} of ${all}`;
}
