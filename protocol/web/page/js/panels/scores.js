// Who sits where, who acts, and how the game stands.
import { h } from "../dom.js";
import { chip, kindText } from "../names.js";

/** @typedef {import("../store.js").State} State */

/** @param {State} state */
export function scoresPanel(state) {
  const { welcome, view, turn, over } = state;
  if (welcome === null) return null;
  const rows = welcome.seats.map((seat, number) => {
    const score = over ? over.scores[number] : scoreOf(view?.seats?.[number]);
    const yours = welcome.may_play && welcome.yours.includes(number);
    return h("tr", { key: number, class: `${turn.includes(number) ? "acts" : ""} ${state.seat === number ? "mine" : ""}` },
      h("td", null, h("span", { class: "turnmark", "aria-label": turn.includes(number) ? "to act" : "" }, turn.includes(number) ? "▶" : "")),
      h("th", { scope: "row" }, chip(number, welcome), yours && h("small", null, " you")),
      h("td", { class: "kind" }, kindText(seat)),
      over && h("td", { class: "rank" }, `${over.ranks[number]}.`),
      h("td", { class: "score", "data-id": `score:p${number + 1}` }, String(score)));
  });
  return h("table", { key: "scores", class: "panel scores" },
    h("caption", { class: "unseen" }, "Seats and scores"),
    h("thead", { class: "unseen" }, h("tr", null, h("td"), h("th", { scope: "col" }, "seat"), h("th", { scope: "col" }, "who"), over && h("th", { scope: "col" }, "rank"), h("th", { scope: "col" }, "score"))),
    h("tbody", null, rows));
}

/** @param {any} seat */
function scoreOf(seat) {
  return seat?.score ?? seat?.points ?? seat?.vp ?? "";
}
