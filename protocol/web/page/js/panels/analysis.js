// What the engine thinks of one's own view: chances of all seats, and the best moves as bars.
import { h } from "../dom.js";
import { choiceOf } from "../narrow.js";
import { spoken, told } from "../names.js";

/** @typedef {import("../store.js").State} State */

/** @param {number} part */
function percent(part) {
  return `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %`;
}

/**
 * A bar of all seats' chances, in their colours.
 * @param {number[]} wp
 * @param {State} state
 */
export function chances(wp, state) {
  let left = 0;
  const parts = wp.map((part, seat) => {
    const bar = h("rect", { key: seat, class: `fill seat${seat + 1}`, x: (100 * left).toFixed(2), y: 0, width: (100 * part).toFixed(2), height: 10 });
    left += part;
    return bar;
  });
  const words = wp.map((part, seat) => `${spoken(`p${seat + 1}`, state.welcome)} ${percent(part)}`).join(", ");
  return h("svg", { class: "chances", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": `Chances to win: ${words}` },
    h("title", null, words), parts);
}

/**
 * @param {State} state
 * @param {{analyse: (on: boolean) => void, choose: (move: string) => void}} act
 */
export function analysisPanel(state, act) {
  const message = state.analysis;
  const current = message !== null && message.decision === state.decision;
  const wp = message?.lines[0]?.wp ?? message?.wp;
  return h("section", { key: "analysis", class: `panel analysis ${current ? "" : "old"}` },
    h("h2", null,
      h("label", null, h("input", { id: "analyse", type: "checkbox", checked: state.analysing, onchange: (/** @type {any} */ event) => act.analyse(event.target.checked) }), " Analysis "),
      state.analysing && h("small", null, status(state))),
    state.analysing && wp && [chances(wp, state), h("p", { class: "legend" }, wp.map((part, seat) => told(`p${seat + 1} ${percent(part)} `, state.welcome)))],
    state.analysing && why(state),
    state.analysing && message !== null && message.lines.length > 0 && h("ol", { class: "lines" }, rows(state, act)));
}

const TELLING = 0.01;       // of a chance to win: less is not worth a word
const WORDS = 3;            // on each side

/**
 * The evaluation in words: in what the seat that looks on, or the one to act, is ahead and behind.
 * @param {State} state
 */
function why(state) {
  const parts = state.analysis?.why ?? [];
  if (parts.length === 0) return null;
  const seat = state.seat ?? state.turn[0] ?? 0;
  const sorted = parts.map((part) => ({ text: part.text, by: part.chances[seat] ?? 0 })).sort((one, other) => other.by - one.by);
  const ahead = sorted.filter((part) => part.by >= TELLING).slice(0, WORDS);
  const behind = sorted.filter((part) => part.by <= -TELLING).reverse().slice(0, WORDS);
  const list = (/** @type {{text: string, by: number}[]} */ some) => some.map((part, place) => [place > 0 && ", ", part.text, " ", h("small", null, `${part.by > 0 ? "+" : "−"}${Math.abs(100 * part.by).toFixed(0)} %`)]);
  return h("p", { class: "why", id: "why", title: "What the first judgement rests on, in chances to win against all being equal" }, told(`p${seat + 1}`, state.welcome),
    ahead.length === 0 && behind.length === 0 && " is even in everything.",
    ahead.length > 0 && [" is ahead in ", list(ahead)], ahead.length > 0 && behind.length > 0 && ";",
    behind.length > 0 && [" is behind in ", list(behind)], ahead.length + behind.length > 0 && ".");
}

/** @param {State} state */
function status(state) {
  const message = state.analysis;
  if (message === null || message.decision !== state.decision) return "thinking …";
  if (message.trouble) return message.trouble;
  if (message.lines.length === 0) return "a first judgement; it searches when you are to act";
  return `${message.iterations.toLocaleString("en")} iterations${message.done ? "" : " …"}`;
}

/** @param {State} state @param {{choose: (move: string) => void}} act */
function rows(state, act) {
  const lines = state.analysis?.lines ?? [];
  const actor = state.turn.length > 0 && !state.turn.includes(state.seat ?? -1) ? state.turn[0] : state.seat ?? 0;
  return Array.from({ length: Math.min(state.settings.lines, Math.max(lines.length, state.legal.length)) }, (_, place) => {
    const line = lines[place];
    if (line === undefined) return h("li", { key: place }, " ");
    const choice = choiceOf(state, line.move);
    const chance = line.wp[actor] ?? 0;
    return h("li", { key: place },
      h("button", { class: "line", disabled: choice === undefined, onclick: () => choice && act.choose(choice.move) },
        h("span", { class: "what" }, choice ? told(choice.sentence, state.welcome) : line.move),
        h("svg", { class: "bar", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
          h("rect", { class: "rail", width: 100, height: 6 }), h("rect", { class: `fill seat${actor + 1}`, width: (100 * chance).toFixed(1), height: 6 })),
        h("span", { class: "numbers" }, `${percent(chance)} · ${(line.pts[actor] ?? 0).toFixed(1)} points · ${line.visits.toLocaleString("en")} visits`)));
  });
}
