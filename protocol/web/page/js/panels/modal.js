// A dialog over the page. The browser's own: the rest can be neither clicked nor reached by key, Escape closes it, and
// focus goes back to where it was.
import { h } from "../dom.js";

/** @typedef {import("../store.js").State} State */

/**
 * @param {string} label
 * @param {{key: string, class?: string}} props
 * @param {(changes: Partial<State>) => void} update
 * @param {(close: (event: Event) => void) => any[]} draw what is in it, with a button that closes it
 */
export function modal(label, props, update, draw) {
  const close = (/** @type {any} */ event) => event.currentTarget.closest("dialog").close();
  return h("dialog", {
    key: props.key, class: "veil", "aria-label": label, onclose: () => update({ dialog: "" }),
    onclick: (/** @type {any} */ event) => event.target === event.currentTarget && close(event),
  }, h("div", { class: `dialog ${props.class ?? ""}` }, draw(close)));
}

/** Those that have been shown: one that was closed stays until the next redraw, and must not open again. @type {WeakSet<Element>} */
const shown = new WeakSet();

/** A dialog that was just drawn takes over; a description cannot say that. */
export function takeOver() {
  const dialog = document.querySelector("dialog");
  if (dialog === null || shown.has(dialog)) return;
  shown.add(dialog);
  dialog.showModal();
}
