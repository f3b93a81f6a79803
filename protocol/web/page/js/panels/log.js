// What happened, in words, the newest first.
import { h } from "../dom.js";
import { chip, seatOf, spoken, told } from "../names.js";

/** @typedef {import("../store.js").State} State */
/** @typedef {import("../store.js").Told} Told */

const SHOWN = 200;

/** @param {State} state @param {Told} event */
function wanted(state, event) {
  if (state.logSeat && event.actor !== state.logSeat && !event.touches.some((id) => id.endsWith(state.logSeat))) return false;
  if (state.logScores && event.scores.length === 0) return false;
  return !state.logText || spoken(event.sentence, state.welcome).toLowerCase().includes(state.logText.toLowerCase());
}

/**
 * @param {State} state
 * @param {(changes: Partial<State>) => void} update
 */
export function logPanel(state, update) {
  const events = state.events.filter((event) => wanted(state, event)).slice(-SHOWN).reverse();
  const seats = state.welcome?.seats ?? [];
  return h("details", { key: "log", class: "panel log", open: true },
    h("summary", null, h("h2", null, "Log ", h("small", null, String(state.events.length)))),
    h("div", { class: "filters" },
      h("select", { "aria-label": "Whose", value: state.logSeat, onchange: (/** @type {any} */ event) => update({ logSeat: event.target.value }) },
        h("option", { value: "" }, "everybody"), h("option", { value: "chance" }, "draws"),
        seats.map((seat, number) => h("option", { value: `p${number + 1}` }, seat.name || `p${number + 1}`))),
      h("input", { type: "search", placeholder: "Find in log", "aria-label": "Find in log", value: state.logText,
        oninput: (/** @type {any} */ event) => update({ logText: event.target.value }) }),
      h("label", null, h("input", { type: "checkbox", checked: state.logScores, onchange: (/** @type {any} */ event) => update({ logScores: event.target.checked }) }), " scores only")),
    h("ol", { class: "events" }, events.map((event) => h("li", { key: event.number, class: event.number > state.fresh ? "new" : "" },
      h("span", { class: "number" }, String(event.number)), h("span", null, sentence(state, event), gains(state, event))))));
}

/** @param {State} state @param {Told} event */
function sentence(state, event) {
  return told(event.sentence, state.welcome);
}

/** @param {State} state @param {Told} event */
function gains(state, event) {
  if (event.scores.length === 0) return null;
  return h("ul", { class: "gains" }, event.scores.map((item) => {
    const seat = seatOf(item.seat);
    return h("li", null, seat === null ? item.seat : chip(seat, state.welcome), ` ${item.score > 0 ? "+" : "−"}${Math.abs(item.score)} ${item.text}`);
  }));
}
