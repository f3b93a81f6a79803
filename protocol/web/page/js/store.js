// One plain state for the whole page, one way to change it, one redraw per frame.

/**
 * @typedef {{move: string, sentence: string, touches: string[]}} Choice
 * @typedef {{seat: string, item: string, text: string, score: number}} ScoreItem
 * @typedef {{number: number, actor: string, move: string, sentence: string, touches: string[], scores: ScoreItem[]}} Told
 * @typedef {{kind: string, name?: string, level?: number, movetime?: number, program?: string}} SeatInfo
 * @typedef {{table: string, game: string, players: number, variant: string, seats: SeatInfo[], yours: number[],
 *   may_play: boolean, may_branch: boolean, sees_all: boolean, public: boolean, real: boolean, note?: string}} Welcome
 * @typedef {{move: string, wp: number[], pts: number[], visits: number, pv: string[]}} Line
 * @typedef {{decision: string, lines: Line[], iterations: number, done: boolean, wp?: number[], pts?: number[],
 *   trouble?: string, why?: {text: string, chances: number[], scores: number[]}[]}} AnalysisMessage
 * @typedef {{theme: string, motion: boolean, confirm: string, lines: number}} Settings
 * @typedef {{
 *   route: {table: string, token: string}|null, key: string, games: any[], levels: Record<string, number>,
 *   programs: string[], tables: any[]|null, address: string, order: any, made: string,
 *   record: {file: File, games: any[], game: string}|null,
 *   welcome: Welcome|null, heard: boolean, seat: number|null, view: any, legal: Choice[], events: Told[], turn: number[],
 *   over: {ranks: number[], scores: number[]}|null, decision: string, waiting: number[],
 *   may_undo: boolean, may_redo: boolean, trouble: string,
 *   picked: string[], chosen: string|null, sent: string|null, filter: string, fresh: number,
 *   analysing: boolean, analysis: AnalysisMessage|null, hint: {move: string|null, decision: string}|null, hinting: boolean,
 *   review: {items: any[], total: number, opening: any, summary: any, trouble: string}|null, reviewKind: string,
 *   past: {ply: number, view: any}|null,
 *   logText: string, logSeat: string, logScores: boolean,
 *   link: string, notice: string, dialog: string, settings: Settings, components: Record<string, any>,
 *   componentsOf: string, board: any, edit: import("./position.js").Edit|null, typed: string, copied: {text: string, done: boolean}|null, deleting: string
 * }} State
 */

/** @type {Settings} */
const DEFAULTS = { theme: "auto", motion: true, confirm: "auto", lines: 5 };

/** @returns {Settings} */
function readSettings() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem("settings") ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @type {State} */
export const state = {
  route: null, key: "", games: [], levels: {}, programs: [], tables: null, address: "", order: null, made: "", record: null,
  welcome: null, heard: false, seat: null, view: null, legal: [], events: [], turn: [], over: null, decision: "", waiting: [],
  may_undo: false, may_redo: false, trouble: "",
  picked: [], chosen: null, sent: null, filter: "", fresh: 0,
  analysing: false, analysis: null, hint: null, hinting: false, review: null, reviewKind: "", past: null,
  logText: "", logSeat: "", logScores: false,
  link: "", notice: "", dialog: "", settings: readSettings(), components: {}, componentsOf: "", board: {}, edit: null, typed: "", copied: null, deleting: "",
};

let draw = () => {};
let due = false;

/** @param {() => void} drawPage called at most once per frame */
export function onRedraw(drawPage) {
  draw = drawPage;
}

export function redraw() {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    draw();
  });
}

/**
 * Change the state.
 * @param {Partial<State>} changes
 */
export function update(changes) {
  Object.assign(state, changes);
  redraw();
}

/** @param {Partial<Settings>} changes */
export function set(changes) {
  state.settings = { ...state.settings, ...changes };
  try {
    localStorage.setItem("settings", JSON.stringify(state.settings));
  } catch {
    // a browser that keeps nothing plays as well
  }
  redraw();
}

/** What is forgotten when another table is opened. */
export function clearTable() {
  update({
    welcome: null, heard: false, seat: null, view: null, legal: [], events: [], turn: [], over: null, decision: "", waiting: [],
    may_undo: false, may_redo: false, trouble: "", picked: [], chosen: null, sent: null, filter: "", fresh: 0,
    analysis: null, hint: null, hinting: false, review: null, reviewKind: "", past: null, notice: "", dialog: "", typed: "", copied: null,
    logText: "", logSeat: "", logScores: false,
  });
}
