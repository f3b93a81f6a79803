// A position text as a form: every field of it, the room's own words about what is wrong, and the board that it gives.
// Nothing here knows what a field means.
import { h } from "./dom.js";
import { address, ask } from "./lobby.js";
import { gameTitle, plain } from "./names.js";
import { byId, stillBoard } from "./still.js";
import { state, update } from "./store.js";

const PAUSE = 350;          // milliseconds without a key before the referee is asked

let due = 0;
let asked = 0;

/**
 * @typedef {{text: string, error: string, read: {position: any, text: string}|null, components: Record<string, any>, board: any,
 *   seat: string}} Edit
 */

/** @returns {Edit} */
export function emptyEdit() {
  return { text: "", error: "", read: null, components: {}, board: {}, seat: "" };
}

/** @param {string} text */
export function editText(text) {
  update({ edit: { ...(state.edit ?? emptyEdit()), text } });
  clearTimeout(due);
  due = setTimeout(check, PAUSE);
}

/** Let the referee read the text. */
async function check() {
  const text = state.edit?.text.trim() ?? "";
  asked += 1;
  const mine = asked;
  if (text === "") {
    update({ edit: emptyEdit() });
    return;
  }
  try {
    const read = await ask("/api/position", { method: "POST", body: JSON.stringify({ text }) });
    const box = await ask(`/api/components/${read.position.game}`);
    if (mine !== asked || state.edit === null) return;
    update({ edit: { ...state.edit, error: "", read, components: byId(box.components), board: box.board ?? {}, seat: seatIn(read.position) } });
  } catch (problem) {
    if (mine === asked && state.edit !== null) update({ edit: { ...state.edit, error: /** @type {Error} */ (problem).message, read: null } });
  }
}

/** @param {any} position whose view to show: the viewer's, else that of the first seat to act */
function seatIn(position) {
  if (position.viewer !== "all") return position.viewer;
  return position.pending[0] ?? "p1";
}

/**
 * The fields of a text: `game/1;key=value;…`.
 * @param {string} text
 * @returns {{key: string, value: string}[]}
 */
export function fieldsOf(text) {
  return text.trim().split(";").slice(1).map((part) => {
    const at = part.indexOf("=");
    return at < 0 ? { key: part, value: "" } : { key: part.slice(0, at), value: part.slice(at + 1) };
  });
}

/** @param {string} text @param {number} place @param {string} value */
export function withField(text, place, value) {
  const parts = text.trim().split(";");
  const { key } = fieldsOf(text)[place];
  parts[place + 1] = `${key}=${value.replace(/[;\s]/g, "")}`;
  return parts.join(";");
}

/**
 * Make a table that begins here.
 * @param {boolean} follow one seat enters all that happens, and is advised; else the others are engines
 */
async function open(follow) {
  const { edit } = state;
  if (edit?.read === null || edit === null) return;
  const { position, text } = edit.read;
  const own = Number(edit.seat.slice(1)) - 1;
  const other = follow ? { kind: "other", name: "" } : { kind: "engine", level: 5 };
  const seats = Array.from({ length: position.players }, (_, seat) => (seat === own ? { kind: "here", name: "" } : other));
  const made = await ask("/api/tables", { method: "POST", body: JSON.stringify({ game: position.game, variant: position.variant, seats, position: text }) });
  location.hash = address(made.table, made.passes[0].token);
}

/** @param {boolean} follow */
function tryOpen(follow) {
  open(follow).catch((problem) => update({ notice: problem.message }));
}

export function positionView() {
  const edit = state.edit ?? emptyEdit();
  return h("div", { key: "position", class: "lobby positionpage" },
    h("header", { class: "hero" }, h("a", { class: "home", href: "#" }, "◂ To the lobby"), h("h1", null, "A position"),
      h("p", null, "Paste a position text, or change its fields; the game itself says what does not fit.")),
    state.notice && h("p", { class: "notice bad", role: "alert" }, state.notice),
    h("main", null,
      h("section", { class: "panel" },
        h("label", { for: "text" }, "Position text"),
        h("textarea", { id: "text", rows: "5", spellcheck: "false", placeholder: "ra/1;viewer=p1;players=2;…", value: edit.text, oninput: (/** @type {any} */ event) => editText(event.target.value) }),
        h("p", { id: "verdict", class: edit.error ? "notice bad" : "notice", role: "status" }, verdict(edit)),
        edit.read !== null && actions(edit)),
      edit.text !== "" && h("section", { class: "panel" }, h("h2", null, "Fields"), form(edit)),
      edit.read !== null && h("section", { class: "panel wideboard" }, h("h2", null, "The board"), preview(edit))));
}

/** @param {Edit} edit */
function verdict(edit) {
  if (edit.error) return edit.error;
  if (edit.read === null) return edit.text === "" ? "Nothing yet." : "Reading …";
  const { position } = edit.read;
  const whose = position.viewer === "all" ? "a whole position" : `what ${position.viewer} knows`;
  return `${gameTitle(position.game)} for ${position.players}: ${whose}, ${position.to_act === "over" ? "the game is over" : `${position.to_act} to act`}.`;
}

/** @param {Edit} edit */
function actions(edit) {
  const { position } = /** @type {{position: any}} */ (edit.read);
  const whole = position.viewer === "all";
  const seats = Array.from({ length: position.players }, (_, seat) => `p${seat + 1}`);
  return h("p", { class: "row" },
    whole && h("label", null, "with the eyes of ", h("select", { id: "eyes", value: edit.seat, onchange: (/** @type {any} */ event) => update({ edit: { ...edit, seat: event.target.value } }) },
      seats.map((seat) => h("option", { value: seat }, seat)))),
    h("button", { class: "main", id: "analysis", onclick: () => tryOpen(true) }, "Analyse it"),
    whole && h("button", { id: "playon", onclick: () => tryOpen(false) }, "Play on against engines"));
}

/** @param {Edit} edit */
function form(edit) {
  return h("div", { class: "fields" }, fieldsOf(edit.text).map(({ key, value }, place) => {
    const blamed = edit.error !== "" && new RegExp(`(^|[^a-z0-9])${key.replace(/[^a-z0-9]/gi, ".")}([^a-z0-9]|$)`, "i").test(edit.error);
    return h("label", { key: `${place}-${key}`, class: blamed ? "blamed" : "" }, h("span", null, plain(key)),
      h("input", { "data-field": key, spellcheck: "false", autocomplete: "off", value, "aria-invalid": blamed ? "true" : false, oninput: (/** @type {any} */ event) => editText(withField(edit.text, place, event.target.value)) }));
  }));
}

/** @param {Edit} edit */
function preview(edit) {
  const { position } = /** @type {{position: any}} */ (edit.read);
  return stillBoard(position, Number(edit.seat.slice(1)) - 1, edit.components, edit.board);
}
