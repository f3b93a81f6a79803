// Sobek's cards: goods with their scarabs, characters, backs. Our own drawings on a field of 40 by 40. Pure.
import { h } from "../dom.js";
import { plain, title } from "../names.js";

/** @param {string} d @param {number} [width] */
const line = (d, width = 2.4) => h("path", { d, class: "stroke", "stroke-width": width });
/** @param {string} d */
const fill = (d) => h("path", { d });

/** @type {Record<string, any[]>} */
const PICTURES = {
  marble: [fill("M6 15l14-7 14 7v13l-14 7-14-7z"), line("M6 15l14 7 14-7M20 22v13", 1.2)],
  wheat: [line("M20 36V12"), ...[14, 20, 26].flatMap((y) => [fill(`M20 ${y}c7 0 9-4 9-8-6 0-9 3-9 8z`), fill(`M20 ${y}c-7 0-9-4-9-8 6 0 9 3 9 8z`)]), fill("M20 3c3 3 3 6 0 9-3-3-3-6 0-9z")],
  fish: [fill("M4 20c7-11 19-11 25-2l7-6v16l-7-6c-6 9-18 9-25-2z"), h("circle", { cx: 12, cy: 18, r: 1.8, class: "hole" })],
  cattle: [fill("M12 15c-5-2-6-6-5-11 2 4 5 6 9 6h8c4 0 7-2 9-6 1 5 0 9-5 11 1 9-2 19-8 20-6-1-9-11-8-20z"), h("circle", { cx: 16, cy: 21, r: 1.6, class: "hole" }), h("circle", { cx: 24, cy: 21, r: 1.6, class: "hole" })],
  ebony: [fill("M18 36V22L8 14l3-3 8 6V5h4v14l7-6 2 3-9 8v12z")],
  ivory: [line("M8 33C22 33 31 22 30 6", 5)],
  amulet: [line("M20 17v19M11 23h18", 3.6), fill("M20 3c-6 0-8 4-8 7 0 4 4 6 8 8 4-2 8-4 8-8 0-3-2-7-8-7zm0 4c3 0 4 2 4 3 0 2-2 3-4 4-2-1-4-2-4-4 0-1 1-3 4-3z")],
  person: [h("circle", { cx: 20, cy: 12, r: 7 }), fill("M6 36c1-12 7-15 14-15s13 3 14 15z")],
  queen: [h("circle", { cx: 20, cy: 16, r: 6 }), fill("M12 9l3-6 5 5 5-5 3 6z"), fill("M6 36c1-11 7-14 14-14s13 3 14 14z")],
};

const GOODS = ["marble", "wheat", "fish", "cattle", "ebony", "ivory"];

/** @param {number} scarabs */
function amount(scarabs) {
  return scarabs === 0 ? "no scarab" : scarabs === 1 ? "one scarab" : `${scarabs} scarabs`;
}

/**
 * What a card's word says: "fish1", "wheat0g", "?green", "priest-ebony", "amulet".
 * @param {string} code
 */
export function read(code) {
  if (code.startsWith("?")) return { kind: "back", family: code.slice(1) || "person", scarabs: 0, name: `hidden card, ${code.slice(1)} back` };
  const goods = /^([a-z]+)([0-9])(g?)$/.exec(code);
  if (goods && GOODS.includes(goods[1])) {
    const scarabs = Number(goods[2]);
    return { kind: "goods", family: goods[1], scarabs, name: `${goods[1]}, ${amount(scarabs)}${goods[3] ? ", green back" : ""}` };
  }
  if (code === "amulet") return { kind: "amulet", family: "amulet", scarabs: 0, name: "amulet" };
  return { kind: "person", family: code.split("-").at(-1) ?? code, scarabs: 0, name: title(code) };
}

/**
 * The face of a card.
 * @param {string} code
 * @param {string} [text] what it does
 */
export function face(code, text) {
  const card = read(code);
  const picture = card.kind === "person" ? PICTURES[code === "queen" ? "queen" : "person"] : card.kind === "back" ? [] : PICTURES[card.family];
  return h("span", { class: `scard ${card.kind} ${card.kind === "person" ? "" : card.family}`, title: text ? `${card.name}: ${text}` : card.name },
    card.kind === "back" ? h("span", { class: "unknown", role: "img", "aria-label": card.name }, "?") : h("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, picture),
    card.kind === "person" && h("span", { class: "initial", "aria-hidden": "true" }, code.charAt(0).toUpperCase()),
    card.kind === "back" ? null : h("span", { class: "cardname" }, card.kind === "person" ? plain(code) : card.family),
    card.scarabs > 0 && h("span", { class: "scarabs", role: "img", "aria-label": amount(card.scarabs) }, "◆".repeat(card.scarabs)));
}
