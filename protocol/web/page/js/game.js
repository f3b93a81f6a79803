// The open table: what the server says goes into the state, what the person does goes to the server.
import { choiceOf, narrowed, pick } from "./narrow.js";
import { gameTitle, seatName, spoken } from "./names.js";
import { say } from "./say.js";
import { connect } from "./socket.js";
import { byId } from "./still.js";
import { clearTable, redraw, state, update } from "./store.js";
import { spokenTurn } from "./turn.js";

const FRESH_SECONDS = 2.5;

/** @type {ReturnType<typeof connect>|null} */
let link = null;
let counter = 0;
const session = Math.random().toString(36).slice(2, 10);

function newId() {
  counter += 1;
  return `${session}-${counter}`;
}

/** @param {{table: string, token: string}} route */
export function openTable(route) {
  closeTable();
  update({ route, link: "connecting" });
  link = connect(route, hear, (status, text) => {
    update({ link: status, notice: text, sent: status === "open" ? state.sent : null });
  });
}

export function closeTable() {
  link?.close();
  link = null;
  clearTable();
  update({ route: null, link: "" });
}

// -- what the server says -------------------------------------------------------------------------------------------

/** @param {any} message */
function hear(message) {
  if (message.type === "welcome") {
    // Whatever was picked or on its way before the link broke is no longer meant.
    update({ welcome: message, review: null, past: null, picked: [], chosen: null, sent: null, hint: null, hinting: false, analysis: null });
    loadComponents(message.game);
    document.title = `${gameTitle(message.game)} · egypt-play`;
    if (state.analysing) link?.send({ type: "analyse", lines: state.settings.lines });
  } else if (message.type === "state") hearState(message);
  else if (message.type === "reply") hearReply(message);
  else if (message.type === "hint") hearHint(message);
  else if (message.type === "review") hearReview(message);
  else if (message.type === "past") update({ past: { ply: message.ply, view: message.view } });
  else if (message.type === "branch") hearBranch(message);
  else if (message.type === "analysis") update({ analysis: message });
  else if (message.type === "text") hearText(message.text);
  else if (message.type === "error") update({ notice: message.text });
}

/**
 * What things are called and do, once per game.
 * @param {string} game
 */
async function loadComponents(game) {
  if (state.componentsOf === game) return;
  update({ components: {}, board: {}, componentsOf: "" });       // those of another game fit nothing here
  try {
    const data = await (await fetch(`/api/components/${game}`)).json();
    if (state.welcome?.game === game) update({ components: byId(data.components), board: data.board ?? {}, componentsOf: game });
  } catch {
    // things keep the names that the view has for them
  }
}

/** @param {any} message */
function hearState(message) {
  if (message.since > state.events.length) {
    link?.send({ type: "resync" });
    return;
  }
  const events = [...state.events.slice(0, message.since), ...message.events];
  const changed = message.decision !== state.decision || message.seat !== state.seat;
  const { seat, view, legal, turn, over, decision, waiting, may_undo, may_redo, trouble } = message;
  const whole = message.since === 0 && (state.view === null || state.events.length > 0);        // nothing of it is news
  const fresh = whole ? events.length : message.since;
  if (message.events.length > 0 && !whole) freshen(events.length);
  update({
    heard: true, events, seat, view, legal, turn, over, decision, waiting, may_undo, may_redo, trouble,
    ...(message.events.length > 0 || changed ? { fresh } : {}),
    ...(over === null ? { review: null, past: null } : {}),
    ...(changed ? { picked: [], chosen: null, sent: null, filter: "", hint: null } : {}),
  });
  speak(message);
  drawCurtain();
  goOnReviewing();
}

/**
 * Marks of what was just done fade.
 * @param {number} upTo
 */
function freshen(upTo) {
  setTimeout(() => {
    if (state.events.length === upTo) update({ fresh: upTo });
  }, FRESH_SECONDS * 1000);
}

/** @param {any} message */
function speak(message) {
  const words = message.since > 0 ? message.events.map((/** @type {any} */ event) => spoken(event.sentence, state.welcome)) : [];
  words.push(state.over ? `The game is over: ${resultText()}` : spokenTurn(state));
  if (words.some(Boolean)) say(words.filter(Boolean).slice(-6).join(". "));
}

export function resultText() {
  const { over, welcome } = state;
  if (over === null) return "";
  const seats = over.ranks.map((rank, seat) => ({ rank, seat })).sort((one, other) => one.rank - other.rank);
  return seats.map(({ rank, seat }) => `${rank}. ${seatName(seat, welcome)} with ${over.scores[seat]}`).join(", ");
}

/** @param {any} message */
function hearReply(message) {
  if (message.id === state.sent) update({ sent: null });
  if (!message.ok) {
    update({ notice: message.text, picked: [], chosen: null });
    say(message.text);
  } else if (state.notice) update({ notice: "" });
}

/** @param {any} message */
function hearHint(message) {
  update({ hint: message, hinting: false, notice: message.text ?? "" });
  const choice = choiceOf(state, message.move);
  if (message.move === null && !message.text) update({ notice: "It is not your turn: there is nothing to advise." });
  if (choice) say(`Hint: ${spoken(choice.sentence, state.welcome)}`);
}

/** @param {string} text */
function hearText(text) {
  update({ copied: { text, done: false }, dialog: "text" });
  navigator.clipboard?.writeText(text).then(() => update({ copied: { text, done: true } }), () => {});
}

/** @param {any} message */
function hearReview(message) {
  if (state.review === null) return;
  const items = [...state.review.items.slice(0, message.since), ...message.items];
  update({ review: { items, total: message.total, opening: message.opening, summary: message.summary, trouble: message.trouble } });
  if (message.summary) say("The review is complete.");
}

/** Several people at one device: nobody sees a hand before they ask for their own. */
function drawCurtain() {
  const { welcome, waiting, seat } = state;
  if (welcome === null || !welcome.may_play || welcome.yours.length < 2) return;
  if (seat !== null && waiting.length > 0 && !waiting.includes(seat) && state.over === null) look(null);
}

// -- what the person does -------------------------------------------------------------------------------------------

/** @param {number|null} seat */
export function look(seat) {
  if (seat === null) update({ seat: null, view: null, legal: [], events: [], analysis: null });
  link?.send({ type: "look", seat });
}

function mustConfirm() {
  const { confirm } = state.settings;
  if (state.welcome?.real) return confirm === "always";
  const people = state.welcome?.seats.filter((seat) => seat.kind !== "engine" && seat.kind !== "automaton").length ?? 0;
  return confirm === "always" || (confirm === "auto" && people > 1);
}

/**
 * A move was clicked.
 * @param {string} move
 */
export function choose(move) {
  if (state.sent !== null) return;
  if (mustConfirm()) {
    update({ chosen: move });
    requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("confirm")?.focus()));
  } else play(move);
}

/** @param {string} move */
export function play(move) {
  if (state.seat === null || state.sent !== null) return;
  const id = newId();
  const heard = state.welcome?.real ? link?.send({ type: "observe", id, decision: state.decision, event: move }) : link?.send({ type: "play", id, seat: state.seat, decision: state.decision, move });
  if (heard) update({ sent: id, chosen: null, picked: [] });
  else update({ notice: "The connection is lost; it is being restored." });
}

/**
 * Something on the board was clicked.
 * @param {string} id
 */
export function touch(id) {
  if (state.sent !== null || state.legal.length === 0) return;
  const next = pick(state.legal, state.picked, id);
  update({ picked: next.picked, chosen: null });
  if (next.move !== null) choose(next.move);
  else if (next.picked.length > 0) say(`${narrowed(state.legal, next.picked).length} moves left`);
}

export function clearPicked() {
  update({ picked: [], chosen: null, filter: "" });
}

/** @param {boolean} again */
export function takeBack(again) {
  if (again ? state.may_redo : state.may_undo) link?.send({ type: again ? "redo" : "undo", id: newId() });
}

/** The position as a text. */
export function askText() {
  link?.send({ type: "text", id: newId() });
}

export function askHint() {
  if (state.legal.length === 0 || state.hinting) return;
  if (link?.send({ type: "hint", id: newId() })) update({ hinting: true });
}

/** Reviews to be shown again at once when their table is: where one was in them. @type {Map<string, number|null>} */
const returns = new Map();

/** @param {string} table */
export function showReview(table) {
  returns.set(table, returns.get(table) ?? null);
}

function goOnReviewing() {
  const table = state.route?.table ?? "";
  if (state.over === null || state.review !== null || !returns.has(table)) return;
  const ply = returns.get(table) ?? null;
  review(true);
  if (ply !== null) past(ply);
}

/** @param {any} message */
function hearBranch(message) {
  if (!message.table) {
    update({ notice: message.text });
    return;
  }
  update({ analysing: true });
  location.hash = `#table=${message.table}&token=${message.token}`;
}

/** @param {boolean} on */
export function review(on) {
  if (!link?.send({ type: "review", on })) return;
  update({ review: on ? { items: [], total: 1, opening: null, summary: null, trouble: "" } : null, past: null });
}

/**
 * Try another move: a table of one's own that begins before a decision of this game.
 * @param {number} ply
 */
export function branch(ply) {
  if (link?.send({ type: "branch", id: newId(), ply })) returns.set(state.route?.table ?? "", ply);
}

/**
 * Show the game as it stood before a decision; null: as it ended.
 * @param {number|null} ply
 */
export function past(ply) {
  if (ply === null) update({ past: null });
  else link?.send({ type: "past", ply });
}

/** @param {boolean} on */
export function analyse(on) {
  update({ analysing: on, analysis: null });
  link?.send({ type: "analyse", lines: on ? state.settings.lines : 0 });
  redraw();
}
