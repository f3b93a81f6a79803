// A finished game, decision by decision: what each one lost, what nature gave, and who played how well.
import { h } from "../dom.js";
import { chip, seatName, told } from "../names.js";
import { chart } from "./review_chart.js";
import { summary } from "./review_summary.js";

/** @typedef {import("../store.js").State} State */
/** @typedef {{review: (on: boolean) => void, past: (ply: number|null) => void, only: (kind: string) => void, branch: (ply: number) => void}} Act */

const KINDS = ["blunder", "mistake", "inaccuracy", "unclear", "good", "best", "forced"];
const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!", unclear: "~", good: "", best: "✓", forced: "□" };

/** @param {string} kind */
export function sign(kind) {
  return h("span", { class: `kind ${kind}`, title: kind, "aria-label": kind }, SIGNS[/** @type {keyof typeof SIGNS} */ (kind)] ?? "");
}

/**
 * With a sign and a true minus.
 * @param {number} value
 */
export function signed(value) {
  const text = Math.abs(value).toFixed(1);
  return text === "0.0" ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/**
 * @param {State} state
 * @param {Act} act
 */
export function reviewPanel(state, act) {
  const { review } = state;
  if (state.over === null) return null;
  if (review === null) {
    return h("section", { key: "review", class: "panel review" }, h("h2", null, "Review"),
      h("p", null, "Where was the game won? The engine looks at every decision with what its seat knew then, and tells luck from skill."),
      h("button", { class: "main", id: "review", onclick: () => act.review(true) }, "Review this game"));
  }
  const done = review.items.length;
  return h("section", { key: "review", class: "panel review" },
    h("h2", null, "Review ", h("small", null, review.summary ? "" : `${done} of ${review.total} …`)),
    review.trouble && h("p", { class: "notice bad" }, review.trouble),
    !review.summary && h("p", { class: "steps" },
      h("progress", { max: review.total, value: String(done), "aria-label": "Progress of the review" }),
      h("button", { id: "stop-review", onclick: () => act.review(false) }, "Stop")),
    done > 1 && chart(state, act),
    steps(state, act),
    review.summary && summary(state, act),
    decisions(state, act));
}

/** @param {State} state @param {Act} act */
function steps(state, act) {
  const total = state.review?.total ?? 0;
  const ply = state.past?.ply ?? total;
  const moments = [...new Set(keyPlies(state))];
  const next = moments.find((one) => one > ply) ?? moments[0];
  return h("p", { key: "steps", class: "steps" },
    h("button", { disabled: ply <= 0, "aria-label": "One decision back", id: "back", onclick: () => act.past(ply - 1) }, "◀"),
    h("span", null, state.past ? ` before decision ${ply + 1} of ${total} ` : " at the end "),
    h("button", { disabled: ply >= total, "aria-label": "One decision on", id: "on", onclick: () => act.past(ply + 1 >= total ? null : ply + 1) }, "▶"),
    next !== undefined && h("button", { id: "key", onclick: () => act.past(next) }, "Next key moment"),
    state.past && ply < total && state.welcome?.may_branch && h("button", { id: "try", onclick: () => act.branch(ply) }, "Try another move here"),
    state.past && h("button", { onclick: () => act.past(null) }, "To the end"));
}

/**
 * The decisions at which the game turned: those that the review names, and before it is complete those that are known.
 * @param {State} state
 * @returns {number[]}
 */
function keyPlies(state) {
  const { review } = state;
  if (review?.summary) return review.summary.moments.filter((/** @type {any} */ one) => one.ply >= 0).map((/** @type {any} */ one) => one.ply);
  return (review?.items ?? []).filter((item) => ["blunder", "mistake"].includes(item.kind)).map((item) => item.ply);
}

/** @param {State} state @param {any} item */
function wanted(state, item) {
  const kind = state.reviewKind;
  return kind === "" || item.kind === kind || (kind === "luck" && item.luck?.word);
}

/** @param {State} state @param {Act} act */
function decisions(state, act) {
  const items = (state.review?.items ?? []).filter((item) => wanted(state, item));
  const opening = state.review?.opening;
  return [
    h("label", { key: "kinds", class: "kinds" }, "Show ", h("select", { id: "kinds", value: state.reviewKind, onchange: (/** @type {any} */ event) => act.only(event.target.value) },
      h("option", { value: "" }, "all decisions"), h("option", { value: "luck" }, "lucky and unlucky draws"), KINDS.map((kind) => h("option", { value: kind }, kind)))),
    h("ol", { key: "items", class: "judged" },
      opening?.draws > 0 && (state.reviewKind === "" || (state.reviewKind === "luck" && opening.word)) && h("li", { key: "deal" }, draws(opening, "The deal", state)),
      items.map((item) => h("li", { key: item.ply, class: state.past?.ply === item.ply ? "here" : "", id: `decision${item.ply + 1}` },
        h("button", { class: "line", onclick: () => act.past(item.ply) },
          h("span", { class: "what" }, h("small", null, `${item.ply + 1} `), sign(item.kind), " ", told(item.sentence, state.welcome)),
          item.loss > 0 && h("span", { class: "numbers" }, `−${item.loss.toFixed(1)}, ${signed(-item.points)} points`,
            item.best !== item.move && [" · better: ", told(item.best_sentence, state.welcome)])),
        item.luck && draws(item.luck, "Drawn", state)))),
  ];
}

/**
 * What nature drew, and what that gave to every seat.
 * @param {any} luck
 * @param {string} word
 * @param {State} state
 */
function draws(luck, word, state) {
  const outcomes = luck.exact ? `${luck.outcomes} outcomes` : luck.searched ? `${luck.outcomes} outcomes, ${luck.searched} searched` : `${luck.outcomes} sampled`;
  return h("details", { class: `drawn ${luck.word ? "lucky" : ""}`, open: Boolean(luck.word) },
    h("summary", null, `${word}: luck `, luck.luck.map((/** @type {number} */ gift, /** @type {number} */ seat) => [chip(seat, state.welcome), ` ${signed(gift)} `]),
      luck.word && h("b", null, luck.word, " for ", seatName(luck.seat, state.welcome))),
    h("p", null, told(luck.sentence, state.welcome), " ", h("small", null, luck.outcomes === 1 ? "(nothing else could come)" : `(${outcomes})`)));
}

/** @param {State} state */
export function pastBanner(state) {
  if (!state.past) return null;
  const item = state.review?.items[state.past.ply];
  return item ? [`Before decision ${item.ply + 1}, of ${seatName(item.seat, state.welcome)}: `, told(item.sentence, state.welcome)] : null;
}
