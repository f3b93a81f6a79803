// Whose turn it is, for the page's words and for those that are read aloud. Pure.
import { seatName } from "./names.js";

/** @typedef {import("./store.js").State} State */

/**
 * Of the person here. `asked`: at a table with the box, what others do, or what the table shows, is to be entered.
 * @param {State} state
 * @returns {"over"|"yours"|"asked"|"theirs"}
 */
export function turnOf(state) {
  if (state.over) return "over";
  if (state.legal.length === 0) return "theirs";
  return state.welcome?.real && !state.turn.includes(state.seat ?? -1) ? "asked" : "yours";
}

/**
 * What the page asks the person here; empty where others are to act.
 * @param {State} state
 */
export function questionOf(state) {
  const whose = turnOf(state);
  if (whose === "asked" && state.turn[0] === -1) return "What does the table show?";
  if (whose !== "yours") return "";
  return state.welcome?.real ? "It is your turn: what do you do?" : "It is your turn.";
}

/** @param {State} state */
export function toAct(state) {
  return state.turn.length > 1 ? "To choose: " : "To act: ";
}

/**
 * What is said of it: at a table with the box also who of the others is to act, since that is entered here.
 * @param {State} state
 */
export function spokenTurn(state) {
  const others = turnOf(state) === "asked" ? toAct(state) + state.turn.map((seat) => seatName(seat, state.welcome)).join(", ") : "";
  return questionOf(state) || others;
}
