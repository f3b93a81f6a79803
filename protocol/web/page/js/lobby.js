// Where tables are made and found again.
import { h } from "./dom.js";
import { chip, gameTitle, kindText } from "./names.js";
import { recordForm } from "./panels/records.js";
import { state, update } from "./store.js";

/** @param {string} path @param {RequestInit} [options] */
export async function ask(path, options) {
  const answer = await fetch(path, { ...options, headers: { authorization: `Bearer ${state.key}` } });
  const data = await answer.json().catch(() => ({ error: "the server does not answer" }));
  if (!answer.ok) throw new Error(data.error ?? answer.statusText);
  return data;
}

/** @param {Promise<void>} work */
function guarded(work) {
  work.catch((problem) => update({ notice: problem.message }));
}

export async function loadLobby() {
  const data = await ask("/api/games");
  update({ games: data.games, levels: data.levels, programs: data.programs, order: state.order ?? newOrder(data.games[0], data.programs) });
  if (!state.key) return;
  const { tables, address } = await ask("/api/tables");
  update({ tables, address });
}

/** @param {any} game @param {string[]} programs */
function newOrder(game, programs) {
  const [fewest, most] = playersOf(game, game.variants[0]);
  const players = Math.min(Math.max(3, fewest), most);
  return { game: game.name, variant: game.variants[0], seats: Array.from({ length: players }, (_, seat) => newSeat(seat, programs)), real: null };
}

/**
 * The fewest and the most players of a variant.
 * @param {any} game
 * @param {string} variant
 * @returns {[number, number]}
 */
function playersOf(game, variant) {
  return game.seats[variant] ?? [game.min, game.max];
}

/**
 * Whether an automaton of the rules has this seat of the ordered table: nobody else can.
 * @param {number} seat
 */
function isAutomaton(seat) {
  const { game, variant } = state.order;
  return Boolean(state.games.find((one) => one.name === game)?.automata[variant]?.includes(seat));
}

/** @param {number} seat @param {string[]} programs */
function newSeat(seat, programs) {
  return seat === 0 ? { kind: "here", name: "" } : { kind: "engine", name: "", level: 3, program: programs[0] };
}

/** @param {any} changes */
function change(changes) {
  update({ order: { ...state.order, ...changes } });
}

/** @param {number} number @param {any} changes */
function changeSeat(number, changes) {
  change({ seats: state.order.seats.map((/** @type {any} */ seat, /** @type {number} */ place) => (place === number ? { ...seat, ...changes } : seat)) });
}

/** @param {number} count */
function changePlayers(count) {
  const seats = Array.from({ length: count }, (_, seat) => state.order.seats[seat] ?? newSeat(seat, state.programs));
  change({ seats, real: state.order.real === null ? null : Math.min(state.order.real, count - 1) });
}

/** @param {any} game @param {string} variant */
function changeVariant(game, variant) {
  const [fewest, most] = playersOf(game, variant);
  change({ variant });
  if (state.order.real !== null && isAutomaton(state.order.real)) change({ real: 0 });
  changePlayers(Math.min(Math.max(state.order.seats.length, fewest), most));
}

/** @param {string} table @param {string} token */
export function address(table, token) {
  return `#table=${table}&token=${token}`;
}

async function start() {
  const { game, variant, seats, real } = state.order;
  if (real !== null) {
    const sitting = seats.map((/** @type {any} */ seat, /** @type {number} */ number) => ({ kind: number === real ? "here" : "other", name: seat.name }));
    const made = await ask("/api/tables", { method: "POST", body: JSON.stringify({ game, variant, seats: sitting }) });
    location.hash = address(made.table, made.passes[0].token);
    return;
  }
  const clean = seats.map((/** @type {any} */ seat, /** @type {number} */ number) => {
    if (isAutomaton(number)) return { kind: "automaton" };
    return seat.kind === "engine" ? seat : { kind: seat.kind, name: seat.name };
  });
  const made = await ask("/api/tables", { method: "POST", body: JSON.stringify({ game, variant, seats: clean }) });
  const first = made.passes.find((/** @type {any} */ one) => one.may_play) ?? made.passes[0];
  const elsewhere = clean.some((/** @type {any} */ seat) => seat.kind === "link");
  if (elsewhere) {
    await loadLobby();
    update({ made: made.table });
  }
  else location.hash = address(made.table, first.token);
}

/**
 * A game that was recorded elsewhere: it becomes a finished table, and its review opens.
 * @param {File} file
 * @param {string} game its number, empty for the only one
 */
async function openRecord(file, game) {
  const query = new URLSearchParams({ name: file.name, ...(game ? { game } : {}) });
  const made = await ask(`/api/records?${query}`, { method: "POST", body: file });
  if (made.games) update({ record: { file, games: made.games, game: String(made.games[0].number) } });
  else {
    update({ record: null });
    location.hash = `${address(made.table, made.passes[0].token)}&review=1`;
  }
}

/** @param {string} table */
async function remove(table) {
  update({ deleting: "" });
  await ask(`/api/tables/${table}`, { method: "DELETE" });
  await loadLobby();
}

export function lobbyView() {
  const game = state.games.find((one) => one.name === state.order?.game);
  return h("div", { key: "lobby", class: "lobby" },
    h("header", { class: "hero" }, h("h1", null, "egypt-play"), h("p", null, "Four games about Egypt, against the engine or with friends.")),
    state.notice && h("p", { class: "notice bad", role: "alert" }, state.notice, " ", h("button", { class: "quiet", onclick: () => update({ notice: "" }) }, "OK")),
    !state.key && h("p", { class: "notice" }, "To begin a game, open the address that egypt-play has printed. If somebody gave you a link, open that."),
    h("main", null, state.key && game && orderForm(game), state.key && h("div", null, tableList(), recordForm(state, (file, game) => guarded(openRecord(file, game)), update))));
}

/** @param {any} game */
function orderForm(game) {
  const { order } = state;
  const [fewest, most] = playersOf(game, order.variant);
  return h("form", { class: "panel order", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); guarded(start()); } },
    h("h2", null, "A new game"),
    h("fieldset", { class: "games" }, h("legend", { class: "unseen" }, "Game"), state.games.map((one) => h("label", { key: one.name, class: one.name === order.game ? "on" : "" },
      h("input", { type: "radio", name: "game", value: one.name, checked: one.name === order.game, onchange: () => update({ order: { ...newOrder(one, state.programs), real: order.real === null ? null : 0 } }) }),
      h("b", null, gameTitle(one.name)), h("small", null, one.min === one.max ? `${one.min} players` : `${one.min} to ${one.max} players`)))),
    h("p", { class: "row" },
      h("label", null, "Players ", h("select", { id: "players", value: String(order.seats.length), onchange: (/** @type {any} */ event) => changePlayers(Number(event.target.value)) },
        Array.from({ length: most - fewest + 1 }, (_, more) => h("option", { value: String(fewest + more) }, String(fewest + more))))),
      game.variants.length > 1 && h("label", null, "Variant ", h("select", { id: "variant", value: order.variant, onchange: (/** @type {any} */ event) => changeVariant(game, event.target.value) },
        game.variants.map((/** @type {string} */ variant) => h("option", { value: variant }, variant))))),
    h("p", { class: "row" }, h("label", null, h("input", { type: "checkbox", id: "real", checked: order.real !== null, onchange: (/** @type {any} */ event) => change({ real: event.target.checked ? 0 : null }) }),
      " We play it with the box: I enter what I see and get advice")),
    h("ol", { class: "seats" }, order.seats.map((/** @type {any} */ seat, /** @type {number} */ number) => (order.real === null ? seatRow(seat, number) : realRow(seat, number)))),
    h("button", { class: "main", id: "start" }, order.real === null ? "Begin" : "Sit down"),
    h("p", null, h("small", null, order.real === null ? "Level 1 is for a first game, 10 plays as well as it can in a moment." : "The deal is entered first, as you see it.")),
    h("p", null, h("a", { id: "position", href: "#position" }, "Paste a position and analyse it")));
}

/**
 * A seat for which there is nothing to choose.
 * @param {number} number
 */
function automatonRow(number) {
  return h("li", { key: `automaton${number}`, class: "automaton" }, chip(number, null), h("span", null, "the automaton, moved by the rules"));
}

/** @param {any} seat @param {number} number */
function realRow(seat, number) {
  if (isAutomaton(number)) return automatonRow(number);
  return h("li", { key: `real${number}` }, chip(number, null),
    h("input", { "aria-label": "Name", id: `name${number + 1}`, placeholder: "name", maxlength: "24", value: seat.name, oninput: (/** @type {any} */ event) => changeSeat(number, { name: event.target.value }) }),
    h("label", null, h("input", { type: "radio", name: "own", id: `own${number + 1}`, checked: state.order.real === number, onchange: () => change({ real: number }) }), " that is me"));
}

/** @param {any} seat @param {number} number */
function seatRow(seat, number) {
  if (isAutomaton(number)) return automatonRow(number);
  const engine = seat.kind === "engine";
  return h("li", { key: number },
    chip(number, null),
    h("select", { "aria-label": `Seat ${number + 1}`, id: `kind${number + 1}`, value: seat.kind, onchange: (/** @type {any} */ event) => changeSeat(number, { kind: event.target.value, level: 3, program: state.programs[0] }) },
      h("option", { value: "here" }, "person here"), h("option", { value: "engine" }, "engine"), h("option", { value: "link" }, "person with a link")),
    engine && h("select", { "aria-label": "Level", id: `level${number + 1}`, value: String(seat.level), onchange: (/** @type {any} */ event) => changeSeat(number, { level: Number(event.target.value) }) },
      Object.keys(state.levels).map((level) => h("option", { value: level }, `level ${level}`))),
    engine && state.programs.length > 1 && h("select", { "aria-label": "Program", value: seat.program, onchange: (/** @type {any} */ event) => changeSeat(number, { program: event.target.value }) },
      state.programs.map((program) => h("option", { value: program }, program))),
    !engine && h("input", { "aria-label": "Name", placeholder: "name", maxlength: "24", value: seat.name, oninput: (/** @type {any} */ event) => changeSeat(number, { name: event.target.value }) }));
}

function tableList() {
  if (!state.tables || state.tables.length === 0) return null;
  return h("section", { class: "panel tables" }, h("h2", null, "Your tables"),
    h("ul", null, state.tables.map((table) => tableRow(table))));
}

/** @param {any} table */
function tableRow(table) {
  const over = table.ranks.length > 0;
  const own = table.passes.find((/** @type {any} */ one) => one.may_play) ?? table.passes[0];
  const when = new Date(table.created * 1000).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  return h("li", { key: table.table, "data-table": table.table, class: table.table === state.made ? "newest" : "" },
    h("div", { class: "what" }, h("b", null, gameTitle(table.game)), " ", h("small", null, `${when} · ${table.moves} moves${over ? " · over" : ""}`)),
    h("div", { class: "who" }, table.seats.map((/** @type {any} */ seat, /** @type {number} */ number) => h("span", { class: "sitter", title: kindText(seat) },
      chip(number, table), over ? h("small", null, ` ${table.scores[number]}`) : ""))),
    h("div", { class: "tools" },
      h("a", { class: "button", href: address(table.table, own.token) }, over ? "Look" : own.may_play ? "Play" : "Watch"),
      state.deleting === table.table
        ? [h("button", { key: "really", class: "bad", onclick: () => guarded(remove(table.table)) }, "Delete for good"), h("button", { key: "keep", onclick: () => update({ deleting: "" }) }, "Keep")]
        : h("button", { key: "delete", class: "quiet", onclick: () => update({ deleting: table.table }), "aria-label": "Delete this table" }, "Delete")),
    links(table));
}

/**
 * A link for others. The host's own address of this page leads nowhere on their machines if it is that of this machine only.
 * @param {string} table
 * @param {string} token
 */
function linkFor(table, token) {
  const here = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return new URL(address(table, token), (here && state.address) || location.href).href;
}

/**
 * Links for others.
 * @param {any} table
 */
function links(table) {
  const given = table.passes.filter((/** @type {any} */ one) => one.public || (one.seats.length === 1 && (!one.may_play || table.seats[one.seats[0]].kind === "link")));
  if (given.length === 0) return null;
  return h("details", { class: "links", open: table.moves === 0 && table.seats.some((/** @type {any} */ seat) => seat.kind === "link") },
    h("summary", null, "Links for others"),
    h("ul", null, given.map((/** @type {any} */ one) => h("li", { key: one.token, class: one.public ? "public" : "" }, one.public ? "Onlookers, who see no hand, use " : [chip(one.seats[0], table), one.may_play ? " plays with " : " is watched with "],
      h("input", { readonly: true, "aria-label": "link", value: linkFor(table.table, one.token), onfocus: (/** @type {any} */ event) => event.target.select() })))));
}
