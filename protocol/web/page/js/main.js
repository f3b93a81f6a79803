// Boot, routes and keys.
import { mayMove, places, slide } from "./anim.js";
import { show } from "./dom.js";
import { analyse, askHint, choose, clearPicked, closeTable, openTable, showReview, takeBack } from "./game.js";
import { loadLobby, lobbyView } from "./lobby.js";
import { emptyEdit, positionView } from "./position.js";
import { takeOver } from "./panels/modal.js";
import { listed } from "./panels/moves.js";
import { onRedraw, state, update } from "./store.js";
import { tableView } from "./tableview.js";

const page = /** @type {HTMLElement} */ (document.getElementById("page"));

/** @param {string} name */
function recall(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** The address after the # has the host's key, a table, or both; it is never sent to a server. */
function follow() {
  const words = new URLSearchParams(location.hash.slice(1));
  const key = words.get("key") ?? recall("key");
  const table = words.get("table");
  const token = words.get("token");
  try {
    if (key) localStorage.setItem("key", key);
  } catch {
    // then the key lasts as long as the page
  }
  update({ key: key || state.key });
  if (words.has("key")) {     // not to be read over a shoulder, or shared by mistake
    history.replaceState(null, "", table ? `#table=${table}&token=${token}` : "#");
  }
  if (table && words.has("review")) showReview(table);
  if (table && token) {
    update({ edit: null });
    openTable({ table, token });
  } else if (words.has("position")) {
    closeTable();
    document.title = "A position · egypt-play";
    update({ edit: state.edit ?? emptyEdit(), notice: "" });
  }
  else {
    closeTable();
    update({ edit: null });
    document.title = "egypt-play";
    loadLobby().catch((problem) => update({ notice: problem.message }));
  }
}

let drawn = "";             // the decision that the board shows

onRedraw(() => {
  document.documentElement.dataset.theme = state.settings.theme;
  const now = `${state.route?.table} ${state.seat} ${state.decision}`;
  const follows = now !== drawn && drawn !== "" && state.events.length > 0 && mayMove(state.settings.motion) && state.past === null;
  const before = follows ? places() : null;
  show(page, [state.route !== null ? tableView() : state.edit !== null ? positionView() : lobbyView()]);
  takeOver();
  drawn = state.view === null ? "" : now;
  if (before !== null) slide(before, new Set(state.events.filter((event) => event.number > state.fresh).flatMap((event) => event.touches)));
});

/** @type {Record<string, () => void>} */
const KEYS = {
  u: () => takeBack(false),
  r: () => takeBack(true),
  h: askHint,
  a: () => analyse(!state.analysing),
  "/": () => document.getElementById("filter")?.focus(),
};

document.addEventListener("keydown", (event) => {
  if (state.route === null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    if (!state.dialog) clearPicked();
    return;
  }
  const target = /** @type {HTMLElement} */ (event.target);
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || state.dialog) return;
  if (/^[1-9]$/.test(event.key)) {
    const choice = listed(state)[Number(event.key) - 1];
    if (choice) choose(choice.move);
  } else if (event.key in KEYS) {
    event.preventDefault();
    KEYS[event.key]();
  }
});

window.addEventListener("hashchange", follow);
follow();
