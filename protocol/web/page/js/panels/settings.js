// What a person may choose for this browser, and the keys.
import { h } from "../dom.js";
import { set } from "../store.js";
import { modal } from "./modal.js";

/** @typedef {import("../store.js").State} State */

/** @param {string} label @param {string} name @param {[string, string][]} choices @param {State} state */
function select(label, name, choices, state) {
  const settings = /** @type {Record<string, any>} */ (state.settings);
  return h("label", null, label, " ", h("select", { id: `set-${name}`, value: settings[name], onchange: (/** @type {any} */ event) => set({ [name]: event.target.value }) },
    choices.map(([value, text]) => h("option", { value }, text))));
}

const KEYS = [["1 … 9", "play a move of the list"], ["u, r", "undo, redo"], ["h", "hint"], ["a", "analysis on and off"], ["/", "find a move"], ["Esc", "let go of what was picked"], ["Tab, Enter", "go through what can be clicked, and click it"]];

/**
 * @param {State} state
 * @param {(changes: Partial<State>) => void} update
 */
export function settingsDialog(state, update) {
  return modal("Settings", { key: "settings" }, update, (close) => [
    h("h2", null, "Settings"),
    select("Colours", "theme", [["auto", "as the system"], ["light", "light"], ["dark", "dark"]], state),
    select("Ask before a move", "confirm", [["auto", "if it cannot be taken back"], ["always", "always"], ["never", "never"]], state),
    h("label", null, h("input", { id: "set-motion", type: "checkbox", checked: state.settings.motion, onchange: (/** @type {any} */ event) => set({ motion: event.target.checked }) }), " small animations"),
    h("h3", null, "Keys"),
    h("dl", { class: "keys" }, KEYS.map(([key, text]) => h("div", null, h("dt", null, key), h("dd", null, text)))),
    h("button", { class: "main", onclick: close }, "Close")]);
}
