// What is in the box: names and texts of cards, tiles and symbols, for those who do not know them yet, or cannot hover.
import { h } from "../dom.js";
import { modal } from "./modal.js";

/** @typedef {import("../store.js").State} State */

/**
 * @param {State} state
 * @param {(changes: Partial<State>) => void} update
 */
export function boxDialog(state, update) {
  /** @type {Map<string, any[]>} */
  const kinds = new Map();
  for (const one of Object.values(state.components)) kinds.set(one.kind, [...(kinds.get(one.kind) ?? []), one]);
  return modal("What is in the box", { key: "box", class: "box" }, update, (close) => [
    h("h2", null, "What is in the box"),
    [...kinds].map(([kind, entries]) => h("details", { key: kind }, h("summary", null, `${kind} (${entries.length})`),
      h("dl", null, entries.map((one) => h("div", { key: one.id }, h("dt", null, one.name, one.count > 1 && h("small", null, ` ×${one.count}`)), h("dd", null, one.text)))))),
    h("button", { class: "main", onclick: close }, "Close")]);
}
