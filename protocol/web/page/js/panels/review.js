// A finished game, decision by decision: what each one lost, the chances of all seats over the game, and who played how well.
import { h } from "../dom.js";
import { chip, seatName, told } from "../names.js";

/** @typedef {import("../store.js").State} State */
/** @typedef {{review: (on: boolean) => void, past: (ply: number|null) => void, only: (kind: string) => void}} Act */

const KINDS = ["blunder", "mistake", "inaccuracy", "unclear", "good", "best", "forced"];
const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!", unclear: "~", good: "", best: "✓", forced: "□" };

const WIDTH = 600;
const HEIGHT = 160;

/** @param {string} kind */
function sign(kind) {
  return h("span", { class: `kind ${kind}`, title: kind }, SIGNS[/** @type {keyof typeof SIGNS} */ (kind)] ?? "");
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
      h("p", null, "Where was the game won? The engine looks at every decision with what its seat knew then."),
      h("button", { class: "main", id: "review", onclick: () => act.review(true) }, "Review this game"));
  }
  const done = review.items.length;
  return h("section", { key: "review", class: "panel review" },
    h("h2", null, "Review ", h("small", null, review.summary ? "" : `${done} of ${review.total} …`)),
    review.trouble && h("p", { class: "notice bad" }, review.trouble),
    !review.summary && h("progress", { max: review.total, value: String(done), "aria-label": "Progress of the review" }),
    done > 1 && chart(state, act),
    steps(state, act),
    review.summary && summary(state),
    decisions(state, act));
}

/** @param {State} state @param {Act} act */
function chart(state, act) {
  const items = state.review?.items ?? [];
  const last = Math.max(1, (state.review?.total ?? 1) - 1);
  const x = (/** @type {number} */ ply) => (ply / last) * WIDTH;
  const y = (/** @type {number} */ chance) => HEIGHT - 6 - chance * (HEIGHT - 12);
  const seats = items[0].chances.map((/** @type {number} */ _, /** @type {number} */ seat) => h("polyline", {
    key: `line${seat}`, class: `curve seat${seat + 1}`, points: items.map((item) => `${x(item.ply).toFixed(1)},${y(item.played[seat]).toFixed(1)}`).join(" "),
  }));
  const marks = items.filter((item) => ["blunder", "mistake", "inaccuracy"].includes(item.kind)).map((item) => h("circle", {
    key: `mark${item.ply}`, class: `mark ${item.kind} fill seat${item.seat + 1}`, cx: x(item.ply).toFixed(1), cy: y(item.played[item.seat]).toFixed(1), r: item.kind === "blunder" ? 6 : 4.5,
  }));
  return h("svg", {
    key: "chart", class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", preserveAspectRatio: "none",
    "aria-label": "Chances to win over the game, one line per seat; the list below has the numbers",
    onclick: (/** @type {any} */ event) => {
      const box = event.currentTarget.getBoundingClientRect();
      act.past(Math.round(((event.clientX - box.left) / box.width) * last));
    },
  }, h("path", { class: "grid", d: `M0 ${y(0)}H${WIDTH}M0 ${y(0.5)}H${WIDTH}M0 ${y(1)}H${WIDTH}` }), seats, marks,
  state.past && h("path", { class: "cursor", d: `M${x(state.past.ply).toFixed(1)} 0V${HEIGHT}` }));
}

/** @param {State} state @param {Act} act */
function steps(state, act) {
  const total = state.review?.total ?? 0;
  const ply = state.past?.ply ?? total;
  const worst = (state.review?.items ?? []).filter((item) => ["blunder", "mistake"].includes(item.kind)).map((item) => item.ply);
  const next = worst.find((one) => one > ply) ?? worst[0];
  return h("p", { key: "steps", class: "steps" },
    h("button", { disabled: ply <= 0, "aria-label": "One decision back", id: "back", onclick: () => act.past(ply - 1) }, "◀"),
    h("span", null, state.past ? ` before decision ${ply + 1} of ${total} ` : " at the end "),
    h("button", { disabled: ply >= total, "aria-label": "One decision on", id: "on", onclick: () => act.past(ply + 1 >= total ? null : ply + 1) }, "▶"),
    next !== undefined && h("button", { id: "key", onclick: () => act.past(next) }, "Next key moment"),
    state.past && h("button", { onclick: () => act.past(null) }, "To the end"));
}

/** @param {State} state */
function summary(state) {
  const { welcome, review } = state;
  const result = review?.summary;
  return [
    h("table", { key: "summary", class: "summary" }, h("thead", null, h("tr", null, h("th"), h("th", { scope: "col" }, "accuracy"), h("th", { scope: "col", title: "Chances to win that decisions lost, in points of a hundred" }, "lost"),
      ["blunder", "mistake", "inaccuracy"].map((kind) => h("th", { scope: "col", title: kind }, sign(kind))))),
    h("tbody", null, result.seats.map((/** @type {any} */ one, /** @type {number} */ seat) => h("tr", { key: seat }, h("th", { scope: "row" }, chip(seat, welcome)),
      h("td", null, one.accuracy === null ? "–" : `${one.accuracy.toFixed(0)} %`), h("td", null, one.loss.toFixed(1)),
      ["blunder", "mistake", "inaccuracy"].map((kind) => h("td", null, String(one.counts[kind]))))))),
    h("details", { key: "account" }, h("summary", null, "Why it ended so"),
      h("p", null, "In points of a hundred: the chance at the start, what a seat's own decisions lost it, what the others' gave it; the rest is draws, what was hidden, and the noise of the search."),
      h("table", { class: "summary" }, h("thead", null, h("tr", null, h("th"), ["start", "own", "others", "rest", "result"].map((word) => h("th", { scope: "col" }, word)))),
        h("tbody", null, result.accounts.map((/** @type {any} */ one, /** @type {number} */ seat) => h("tr", { key: seat }, h("th", { scope: "row" }, chip(seat, welcome)),
          [one.start, one.own, one.others, one.rest, one.result].map((number) => h("td", null, number.toFixed(1)))))))),
    h("details", { key: "how" }, h("summary", null, "How it is judged"), h("p", null, thresholds(state, result.iterations))),
  ];
}

/** @param {State} state @param {number} iterations */
function thresholds(state, iterations) {
  const scale = 2 / Math.max(2, state.welcome?.players ?? 2);
  const [one, two, three] = [5, 10, 15].map((points) => (points * scale).toFixed(1));
  return `The best move found and the move played are searched alone, ${iterations.toLocaleString("en")} iterations each, from what the seat knew. `
    + `A loss of ${one} points of a hundred of the chance to win is an inaccuracy, ${two} a mistake, ${three} a blunder (thresholds for ${state.welcome?.players} seats); `
    + "what is within two standard errors is unclear. Accuracy is the mean over unforced decisions, by the formula of lichess.";
}

/** @param {State} state @param {Act} act */
function decisions(state, act) {
  const items = (state.review?.items ?? []).filter((item) => state.reviewKind === "" || item.kind === state.reviewKind);
  return [
    h("label", { key: "kinds", class: "kinds" }, "Show ", h("select", { value: state.reviewKind, onchange: (/** @type {any} */ event) => act.only(event.target.value) },
      h("option", { value: "" }, "all decisions"), KINDS.map((kind) => h("option", { value: kind }, kind)))),
    h("ol", { key: "items", class: "judged" }, items.map((item) => h("li", { key: item.ply, class: state.past?.ply === item.ply ? "here" : "" },
      h("button", { class: "line", onclick: () => act.past(item.ply) },
        h("span", { class: "what" }, sign(item.kind), " ", told(item.sentence, state.welcome)),
        item.loss > 0 && h("span", { class: "numbers" }, `−${item.loss.toFixed(1)} · better: `, told(item.best_sentence, state.welcome)))))),
  ];
}

/** @param {State} state */
export function pastBanner(state) {
  if (!state.past) return null;
  const item = state.review?.items[state.past.ply];
  return item ? [`Before decision ${item.ply + 1}, of ${seatName(item.seat, state.welcome)}: `, told(item.sentence, state.welcome)] : null;
}
