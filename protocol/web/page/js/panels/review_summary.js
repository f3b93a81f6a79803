// Who played how well, what nature gave, why it ended so, and how all of that is judged.
import { h } from "../dom.js";
import { chip, told } from "../names.js";
import { sign, signed } from "./review.js";

/** @typedef {import("../store.js").State} State */

const ERRORS = ["blunder", "mistake", "inaccuracy"];
const TERMS = ["luck", "own", "others", "knowledge", "foresight"];

/**
 * @param {State} state
 * @param {{past: (ply: number|null) => void}} act
 */
export function summary(state, act) {
  const { welcome, review } = state;
  const result = review?.summary;
  return [
    h("table", { key: "summary", class: "summary" }, h("thead", null, h("tr", null, h("th"), column("accuracy", "Mean over unforced decisions, by the formula that lichess publishes"),
      column("lost", "Chances to win that decisions lost, in points of a hundred"), column("luck", "Chances to win that nature gave, in points of a hundred"),
      ERRORS.map((kind) => h("th", { scope: "col", title: kind }, sign(kind))))),
    h("tbody", null, result.seats.map((/** @type {any} */ one, /** @type {number} */ seat) => h("tr", { key: seat }, h("th", { scope: "row" }, chip(seat, welcome)),
      h("td", null, one.accuracy === null ? "–" : `${one.accuracy.toFixed(0)} %`), h("td", null, one.loss.toFixed(1)), h("td", null, signed(one.luck)),
      ERRORS.map((kind) => h("td", null, String(one.counts[kind]))))))),
    h("details", { key: "account" }, h("summary", null, "Why it ended so"),
      h("p", null, "In points of a hundred: the chance before the deal, what nature gave, what a seat's own decisions lost it, what the others' gave it, and what is left over from one judgement to the next: "
        + "knowledge where another seat judges next, or the end does (what one knew and the other did not), foresight where the same seat judges again (what the search had not seen coming). The noise of the search is in both."),
      h("div", { class: "across" }, h("table", { class: "summary" }, h("thead", null, h("tr", null, h("th"), ["start", ...TERMS, "result"].map((word) => h("th", { scope: "col" }, word)))),
        h("tbody", null, result.accounts.map((/** @type {any} */ one, /** @type {number} */ seat) => h("tr", { key: seat }, h("th", { scope: "row" }, chip(seat, welcome)),
          h("td", null, one.start.toFixed(1)), TERMS.map((term) => h("td", null, signed(one[term]))), h("td", null, one.result.toFixed(1)))))))),
    h("details", { key: "moments", class: "moments", open: true }, h("summary", null, `Key moments (${result.moments.length})`), moments(state, act)),
    h("details", { key: "how" }, h("summary", null, "How it is judged"), how(state)),
  ];
}

/** @param {string} word @param {string} title */
function column(word, title) {
  return h("th", { scope: "col", title }, word);
}

/** @param {State} state @param {{past: (ply: number|null) => void}} act */
function moments(state, act) {
  const { review, welcome } = state;
  const found = review?.summary.moments ?? [];
  if (found.length === 0) return h("p", null, "No decision was a mistake, and no draw was lucky.");
  return h("ol", { class: "judged" }, found.map((/** @type {any} */ one) => {
    const item = review?.items[one.ply];
    const luck = one.what === "draw" ? (one.ply < 0 ? review?.opening : item.luck) : null;
    return h("li", { key: `${one.ply}${one.what}` }, h("button", { class: "line", onclick: () => act.past(Math.max(0, one.ply)) },
      h("span", { class: "what" }, h("small", null, one.ply < 0 ? "deal " : `${one.ply + 1} `), luck === null ? sign(item.kind) : h("b", { class: "luckword" }, luck.word), " ",
        luck === null ? told(item.sentence, welcome) : ["for ", chip(luck.seat, welcome), ": ", told(luck.sentence, welcome)]),
      h("span", { class: "numbers" }, signed(luck === null ? -one.size : one.size))));
  }));
}

/** @param {State} state */
function how(state) {
  const players = state.welcome?.players ?? 2;
  const { effort, thresholds, limits } = state.review?.summary;
  const [one, two, three, lucky, very] = ["inaccuracy", "mistake", "blunder", "lucky", "very lucky"].map((name) => thresholds[name].toFixed(1));
  const each = effort.iterations ? `${effort.iterations.toLocaleString("en")} iterations` : `${effort.movetime} ms`;
  return [
    h("p", null, `The best move found and the move played are searched alone, ${each} each, from what the seat knew. `
      + `A loss of ${one} points of a hundred of the chance to win is an inaccuracy, ${two} a mistake, ${three} a blunder (thresholds for ${players} seats); `
      + "what is within two standard errors is unclear. Accuracy is the mean over unforced decisions, by the formula of lichess."),
    h("p", null, "Luck is what nature's draws gave: the chance as they came, less the mean over all that could have come, told by a judge who knows the whole position. "
      + `All draws between two decisions count as one. Up to ${limits.outcomes} outcomes are gone through with their probabilities, of more ${limits.samples} are sampled; the static evaluation judges them, `
      + `and a short search after ${limits.searched} of them at most adds what it foresees. From ${lucky} points on draws are called lucky, from ${very} very lucky.`),
  ];
}
