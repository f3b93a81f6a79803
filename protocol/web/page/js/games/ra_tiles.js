// The pictures on Ra's tiles: our own drawings on a field of 40 by 40. Pure.
import { h } from "../dom.js";

/** @param {string} d @param {Record<string, any>} [props] */
const path = (d, props) => h("path", { d, ...props });
/** @param {number} cx @param {number} cy @param {number} r @param {Record<string, any>} [props] */
const dot = (cx, cy, r, props) => h("circle", { cx, cy, r, ...props });
/**
 * Lines without filling.
 * @param {string} d
 * @param {number} [width]
 */
const line = (d, width = 2.4) => path(d, { class: "stroke", "stroke-width": width });

const WAVES = "M5 {y}q3.75-5 7.5 0t7.5 0 7.5 0 7.5 0";
/** @param {number} y */
const wave = (y) => line(WAVES.replace("{y}", String(y)));

/** @type {Record<string, any[]>} */
export const PICTURES = {
  ra: [dot(20, 20, 8), ...[0, 45, 90, 135, 180, 225, 270, 315].map((angle) => h("path", { d: "M20 4v6", class: "stroke", "stroke-width": 2.8, transform: `rotate(${angle} 20 20)` }))],
  god: [line("M20 17v19M11 23h18", 3.6), path("M20 3c-6 0-8 4-8 7 0 4 4 6 8 8 4-2 8-4 8-8 0-3-2-7-8-7zm0 4c3 0 4 2 4 3 0 2-2 3-4 4-2-1-4-2-4-4 0-1 1-3 4-3z")],
  gold: [path("M8 26l4-12h16l4 12z"), line("M6 32h28", 3), path("M14 11l3-5h6l3 5z")],
  pharaoh: [path("M20 4c-9 0-12 9-13 26l6 4 2-9h10l2 9 6-4C32 13 29 4 20 4zm0 6c5 0 6 5 6 9 0 3-3 5-6 5s-6-2-6-5c0-4 1-9 6-9z"), path("M18 27h4v8h-4z")],
  nile: [wave(13), wave(21), wave(29)],
  flood: [wave(12), wave(18), wave(24), path("M5 29q3.75-5 7.5 0t7.5 0 7.5 0 7.5 0v7H5z")],
  art: [path("M14 6h12l-2 5c5 3 7 8 7 13 0 7-4 11-11 11S9 31 9 24c0-5 2-10 7-13z"), line("M10 22h20", 1.6)],
  agriculture: [line("M20 36V12"), ...[0, 1, 2].flatMap((row) => [path("M20 {y}c6 0 8-4 8-7-5 0-8 2-8 7z".replace("{y}", String(16 + row * 7))), path("M20 {y}c-6 0-8-4-8-7 5 0 8 2 8 7z".replace("{y}", String(16 + row * 7)))]), path("M20 4c3 3 3 6 0 9-3-3-3-6 0-9z")],
  religion: [path("M5 20c5-9 25-9 30 0-5 7-25 7-30 0z", { class: "stroke", "stroke-width": 2.4 }), dot(20, 19, 5), line("M16 26l-2 8M24 26c2 5 6 6 8 4", 2.2)],
  astronomy: [path("M20 4l4 11 12 0-10 7 4 12-10-8-10 8 4-12-10-7 12 0z")],
  writing: [h("rect", { x: 9, y: 6, width: 22, height: 28, rx: 3, class: "stroke", "stroke-width": 2.4 }), line("M14 13h12M14 19h9M14 25h12", 2)],
  fortress: [path("M6 34V14h4v-5h4v5h4v-5h4v5h4v-5h4v5h4v20h-10v-8h-8v8z")],
  obelisk: [path("M20 3l4 6-1 1 2 23H15l2-23-1-1z"), line("M11 36h18", 3)],
  palace: [path("M5 12h30l-3 5H8z"), line("M11 18v14M17 18v14M23 18v14M29 18v14", 3), line("M6 35h28", 3)],
  pyramid: [path("M20 7l16 27H4z"), line("M20 7l5 27", 1.2)],
  sphinx: [path("M5 33v-6h15v-7c-4-1-5-5-4-9 1-4 8-5 11-1 2 3 1 7-1 9v8h8v6z"), line("M7 24h9", 2.4)],
  statues: [path("M9 35V20l2-3a4 4 0 118 0l2 3v15zM22 35V16h9v19z"), dot(26.5, 11, 4), dot(14.5, 12, 4)],
  "step-pyramid": [path("M4 34v-7h5v-7h5v-6h4V8h4v6h4v6h5v7h5v7z")],
  temple: [path("M4 15L20 5l16 10z"), line("M9 17v14M31 17v14", 4), path("M16 20h8v12h-8z"), line("M4 34h32", 3)],
  funeral: [path("M14 6h12l4 7-5 22H15L10 13z", { class: "stroke", "stroke-width": 2.4 }), dot(20, 14, 3.5), line("M16 22h8M16.5 27h7", 1.8)],
  drought: [line("M4 33h32", 2.4), line("M20 33l-3-9 4-5-3-7M12 33l2-6-3-4M28 33l-2-5 4-5"), dot(31, 9, 4.5)],
  unrest: [line("M8 34L24 10M32 34L16 10", 2.8), path("M21 5l8 4-4 7-5-4zM19 5l-8 4 4 7 5-4z")],
  earthquake: [path("M4 34V20l9 1-3-8 9 4 1-11 3 10 8-5-2 9 7-1v15z", { class: "stroke", "stroke-width": 2.2 }), line("M20 17l-4 6 6 3-4 8", 2.4)],
};

const FAMILIES = {
  ra: ["ra"], god: ["god", "gold"], pharaoh: ["pharaoh"], river: ["nile", "flood"],
  civilization: ["art", "agriculture", "religion", "astronomy", "writing"],
  monument: ["fortress", "obelisk", "palace", "pyramid", "sphinx", "statues", "step-pyramid", "temple"],
  disaster: ["funeral", "drought", "unrest", "earthquake"],
};

/** @type {[string, string[]][]} */
export const FAMILY_LIST = Object.entries(FAMILIES);

/** @param {string} kind */
export function familyOf(kind) {
  return FAMILY_LIST.find(([, kinds]) => kinds.includes(kind))?.[0] ?? "other";
}

/**
 * One tile.
 * @param {string} kind
 * @param {string} name
 * @param {string|number} key
 * @param {string} [text]
 */
export function tile(kind, name, key, text) {
  return h("span", { key, class: `tile ${familyOf(kind)}`, title: text ? `${name}: ${text}` : name },
    h("svg", { viewBox: "0 0 40 40", "aria-hidden": "true" }, PICTURES[kind] ?? []),
    h("span", { class: "tilename" }, name));
}
