// The chances of all seats over a game: one curve per seat, marks where the game turned. A click goes there.
import { h } from "../dom.js";
import { seatName } from "../names.js";

/** @typedef {import("../store.js").State} State */

const WIDTH = 380;
const HEIGHT = 150;

/**
 * @param {State} state
 * @param {{past: (ply: number|null) => void}} act
 */
export function chart(state, act) {
  const items = state.review?.items ?? [];
  const total = Math.max(1, state.review?.total ?? 1);
  const x = (/** @type {number} */ place) => (place / total) * WIDTH;
  const y = (/** @type {number} */ chance) => HEIGHT - 6 - chance * (HEIGHT - 12);
  const seats = items[0].chances.map((/** @type {number} */ _, /** @type {number} */ seat) => h("polyline", {
    key: `line${seat}`, class: `curve seat${seat + 1}`, points: curve(state, seat).map(([at, chance]) => `${x(at).toFixed(1)},${y(chance).toFixed(1)}`).join(" "),
  }, h("title", null, seatName(seat, state.welcome))));
  return h("svg", {
    key: "chart", class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", preserveAspectRatio: "none",
    "aria-label": "Chances to win over the game, one line per seat; the list below has the numbers",
    onclick: (/** @type {any} */ event) => {
      const box = event.currentTarget.getBoundingClientRect();
      act.past(Math.min(total - 1, Math.floor(((event.clientX - box.left) / box.width) * total)));
    },
  }, h("path", { class: "grid", d: `M0 ${y(0)}H${WIDTH}M0 ${y(0.5)}H${WIDTH}M0 ${y(1)}H${WIDTH}` }), seats, marks(state, x, y),
  state.past && h("path", { class: "cursor", d: `M${x(state.past.ply).toFixed(1)} 0V${HEIGHT}` }));
}

/**
 * At each decision the chance with the best move, then with the move played; at last the result.
 * @param {State} state
 * @param {number} seat
 * @returns {[number, number][]}
 */
function curve(state, seat) {
  const { review } = state;
  const points = /** @type {[number, number][]} */ ((review?.items ?? []).flatMap((item) => [[item.ply, item.chances[seat]], [item.ply + 0.5, item.played[seat]]]));
  if (review?.summary) points.push([review.total, review.summary.accounts[seat].result / 100]);
  return points;
}

/**
 * Filled circles are errors, open ones lucky or unlucky draws.
 * @param {State} state
 * @param {(place: number) => number} x
 * @param {(chance: number) => number} y
 */
function marks(state, x, y) {
  return (state.review?.items ?? []).flatMap((item) => {
    const found = [];
    if (["blunder", "mistake", "inaccuracy"].includes(item.kind)) {
      found.push(h("ellipse", { key: `mark${item.ply}`, class: `mark fill seat${item.seat + 1}`, cx: x(item.ply + 0.5).toFixed(1), cy: y(item.played[item.seat]).toFixed(1), rx: item.kind === "blunder" ? 6 : 4.5, ry: item.kind === "blunder" ? 6 : 4.5 }));
    }
    if (item.luck?.word) {
      found.push(h("ellipse", { key: `luck${item.ply}`, class: `luck curve seat${item.luck.seat + 1}`, cx: x(item.ply + 1).toFixed(1), cy: y(item.played[item.luck.seat] + item.luck.luck[item.luck.seat] / 100).toFixed(1), rx: 4, ry: 4 }));
    }
    return found;
  });
}
