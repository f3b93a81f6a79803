// The page of a table: board on one side, words on the other.
import { h } from "./dom.js";
import { analyse, askHint, askText, branch, choose, clearPicked, look, past, play, resultText, review, takeBack, touch } from "./game.js";
import { boardOf } from "./games/index.js";
import { choiceOf, clickable } from "./narrow.js";
import { chip, gameTitle, seatName } from "./names.js";
import { analysisPanel } from "./panels/analysis.js";
import { boxDialog } from "./panels/box.js";
import { chooser } from "./panels/chooser.js";
import { modal } from "./panels/modal.js";
import { logPanel } from "./panels/log.js";
import { movesPanel } from "./panels/moves.js";
import { pastBanner, reviewPanel } from "./panels/review.js";
import { scoresPanel } from "./panels/scores.js";
import { settingsDialog } from "./panels/settings.js";
import { editText } from "./position.js";
import { state, update } from "./store.js";
import { questionOf, toAct, turnOf } from "./turn.js";

/** @returns {import("./pieces.js").Scene} */
function scene() {
  const welcome = /** @type {import("./store.js").Welcome} */ (state.welcome);
  const fresh = new Set(state.events.filter((event) => event.number > state.fresh).flatMap((event) => event.touches));
  const hinted = state.hint?.decision === state.decision ? choiceOf(state, state.hint.move) : undefined;
  if (state.past !== null) {
    const judged = state.review?.items[state.past.ply];
    const touched = new Set(/** @type {string[]} */ ([]));
    return {
      view: state.past.view, me: state.seat, turn: judged ? [judged.seat] : [], welcome, can: touched, picked: touched, fresh: touched,
      hinted: touched, components: state.components, board: state.board,
    };
  }
  return {
    view: state.view, me: state.seat, turn: state.turn, welcome,
    can: state.sent === null ? clickable(state.legal, state.picked) : new Set(), picked: new Set(state.picked),
    fresh, hinted: new Set(hinted?.touches ?? []), components: state.components, board: state.board,
  };
}

/**
 * What was clicked: the innermost thing that a move touches.
 * @param {Event} event
 */
function touched(event) {
  let element = event.target instanceof Element ? event.target.closest("[data-id]") : null;
  while (element !== null && !element.matches(".can, .picked")) element = element.parentElement?.closest("[data-id]") ?? null;
  return element?.getAttribute("data-id") ?? null;
}

/** @param {Event} event */
function onClick(event) {
  const id = touched(event);
  if (id !== null) touch(id);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.key !== "Enter" && event.key !== " ") return;
  const id = touched(event);
  if (id === null) return;
  event.preventDefault();
  touch(id);
}

export function tableView() {
  const { welcome } = state;
  if (state.link === "refused") return closed("This table does not open", state.notice);
  if (welcome === null) return h("main", { key: "wait", class: "wait" }, h("p", null, state.link === "lost" ? "No connection. Trying again …" : "Opening the table …"));
  const hidden = state.view === null;
  const instead = state.heard ? curtain(welcome) : opening();
  return h("div", { key: "table", class: "table" },
    header(welcome),
    h("main", { class: "stage" },
      status(welcome),
      hidden ? instead : h("div", { key: `board-${welcome.game}`, class: `board ${welcome.game} ${state.settings.motion ? "moving" : ""}`, onclick: onClick, onkeydown: onKey }, boardOf(welcome.game)(scene())),
      !hidden && chooser(state, { choose, clear: clearPicked })),
    h("aside", { class: "side" },
      scoresPanel(state),
      movesPanel(state, { choose, play, cancel: () => update({ chosen: null }), clear: clearPicked, filter: (text) => update({ filter: text }), type: (text) => update({ typed: text }) }),
      !hidden && (welcome.may_play || welcome.sees_all) && state.over === null && analysisPanel(state, { analyse, choose }),
      !hidden && welcome.real && state.over !== null && realEnd(),
      !hidden && !welcome.real && !welcome.public && reviewPanel(state, { review, past, branch, only: (kind) => update({ reviewKind: kind }) }),
      !hidden && logPanel(state, update)),
    state.legal.length > 0 && h("button", { key: "jump", class: "jump", onclick: () => document.querySelector(".moves")?.scrollIntoView({ behavior: state.settings.motion ? "smooth" : "auto" }) }, `Moves (${state.legal.length})`),
    state.dialog === "text" && state.copied && textDialog(state.copied),
    state.dialog === "box" && boxDialog(state, update),
    state.dialog === "settings" && settingsDialog(state, update));
}

/** A review needs all hands and draws, and only one seat's are known here. */
function realEnd() {
  return h("section", { key: "realend", class: "panel" }, h("h2", null, "Review"),
    h("p", { id: "noreview" }, "A game followed with the box has no review: the others' decisions and the luck of draws can only be judged by who knows all hands. "
      + "Your own decisions can be looked at: take events back (Undo), with the analysis on; it judges by what your seat knew."));
}

/** @param {string} title @param {string} text */
function closed(title, text) {
  return h("main", { key: "closed", class: "wait" }, h("h1", null, title), h("p", null, text), h("p", null, h("a", { href: "#" }, "To the lobby")));
}

/** @param {import("./store.js").Welcome} welcome */
function header(welcome) {
  return h("header", { class: "bar" },
    h("a", { class: "home", href: "#", "aria-label": "To the lobby", title: "To the lobby" }, "◂"),
    h("h1", { key: "title" }, gameTitle(welcome.game), welcome.variant !== "standard" && h("small", null, ` ${welcome.variant}`)),
    h("div", { class: "tools" },
      welcome.may_play && h("button", { id: "undo", disabled: !state.may_undo, title: "Take back (u)", "aria-label": "Take back", onclick: () => takeBack(false) }, "↶", h("span", { class: "roomy" }, " Undo")),
      welcome.may_play && h("button", { id: "redo", disabled: !state.may_redo, title: "Play again (r)", "aria-label": "Play again", onclick: () => takeBack(true) }, "↷", h("span", { class: "roomy" }, " Redo")),
      welcome.may_play && h("button", { id: "hint", disabled: state.legal.length === 0 || state.hinting, title: "Hint (h)", onclick: askHint }, state.hinting ? "Thinking …" : "Hint"),
      !welcome.public && state.view !== null && h("button", { id: "copy", title: "Copy the position as text", onclick: askText }, "Copy"),
      h("button", { id: "box", title: "What is in the box", "aria-label": "What is in the box", onclick: () => update({ dialog: "box" }) }, "?", h("span", { class: "roomy" }, " Cards")),
      h("button", { id: "settings", title: "Settings", "aria-label": "Settings", onclick: () => update({ dialog: "settings" }) }, "⚙", h("span", { class: "roomy" }, " Settings"))));
}

/** @param {{text: string, done: boolean}} copied */
function textDialog(copied) {
  return modal("The position as text", { key: "text" }, update, (close) => [
    h("h2", null, copied.done ? "Copied" : "The position as text"),
    h("textarea", { id: "copied", rows: "6", readonly: true, value: copied.text, onfocus: (/** @type {any} */ event) => event.target.select() }),
    h("p", { class: "row" }, h("button", { class: "main", onclick: close }, "Close"),
      state.key && h("button", { id: "edit", onclick: () => { location.hash = "#position"; editText(copied.text); } }, "Edit it"))]);
}

/** @param {import("./store.js").Welcome} welcome */
function status(welcome) {
  const lost = state.link === "lost" && h("p", { class: "notice bad", role: "alert" }, "Connection lost. Trying again …");
  const notice = state.notice && h("p", { class: "notice", role: "alert" }, state.notice, " ", h("button", { class: "quiet", onclick: () => update({ notice: "" }) }, "OK"));
  const trouble = state.trouble && h("p", { class: "notice bad" }, state.trouble);
  return h("div", { class: "status" }, lost, trouble, notice, h("p", { class: "now", id: "now", "data-now": turnOf(state) }, now(welcome)));
}

/** @param {import("./store.js").Welcome} welcome */
function now(welcome) {
  if (state.past) return pastBanner(state);
  if (state.over) return `The game is over: ${resultText()}${welcome.note ? ` (${welcome.note})` : ""}`;
  const question = questionOf(state);
  if (question) return h("strong", null, question);
  if (state.view === null || state.turn.length === 0) return "";
  return [toAct(state), state.turn.map((seat) => [chip(seat, welcome), " "]), "…"];
}

/** Instead of a board, until the first state has come: whose turn it is, nobody knows here. */
function opening() {
  return h("p", { key: "opening", class: "wait", id: "opening" }, "Opening the table …");
}

/** @param {import("./store.js").Welcome} welcome */
function curtain(welcome) {
  const seats = state.waiting.length > 0 ? state.waiting : welcome.yours;
  return h("div", { key: "curtain", class: "curtain" },
    h("p", null, state.waiting.length > 0 ? `Hand the device to ${state.waiting.map((seat) => seatName(seat, welcome)).join(" or ")}.` : "Nobody here is to act."),
    seats.map((seat) => h("button", { key: seat, class: "main", "data-look": String(seat), onclick: () => look(seat) }, "Show the table to ", chip(seat, welcome))));
}
