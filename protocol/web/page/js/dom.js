// Plain descriptions of elements, and one function that makes the page look like them.
// Nodes with the same key are kept, so focus, scroll places and running animations stay where they are.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {{tag: string, key: string|undefined, props: Record<string, any>, kids: Kid[]}} Shape
 * @typedef {Shape|string} Kid
 */

/**
 * A description of an element. Of the props, `key` names it among its siblings, functions are listeners (`onclick`),
 * `value`, `checked` and `disabled` are properties, everything else is an attribute; null, undefined and false leave it out.
 * Attributes are set when the description changes, so what a person has opened or closed stays so.
 * @param {string} tag
 * @param {Record<string, any>|null} [props]
 * @param {...any} kids nested lists are flattened; null, undefined and false are left out
 * @returns {Shape}
 */
export function h(tag, props, ...kids) {
  const { key, ...rest } = props ?? {};
  return { tag, key: key === undefined ? undefined : String(key), props: rest, kids: tidy(kids, []) };
}

/**
 * @param {any[]} kids
 * @param {Kid[]} into
 */
function tidy(kids, into) {
  for (const kid of kids) {
    if (Array.isArray(kid)) tidy(kid, into);
    else if (kid === null || kid === undefined || kid === false || kid === true || kid === "") continue;
    else into.push(typeof kid === "object" ? kid : String(kid));
  }
  return into;
}

const PROPERTIES = new Set(["value", "checked", "disabled", "selected", "indeterminate"]);

/** Which shape an element shows. @type {WeakMap<Node, Shape>} */
const shown = new WeakMap();

/**
 * Make the children of an element look like the list.
 * @param {Element} parent
 * @param {Kid[]} kids
 */
export function show(parent, kids) {
  /** @type {Map<string, ChildNode>} */
  const keyed = new Map();
  const wanted = new Map(kids.map((kid) => (typeof kid === "string" ? [undefined, ""] : [kid.key, kid.tag])));
  for (const node of [...parent.childNodes]) {
    const old = shown.get(node);
    if (old?.key === undefined) continue;
    if (wanted.get(old.key) === old.tag) keyed.set(old.key, node);
    else node.remove();         // before the loop, which would move what stays in front of it: a moved node loses focus
  }
  /** @type {ChildNode|null} */
  let place = parent.firstChild;
  for (const kid of kids) {
    const node = fitting(kid, place, keyed);
    if (node === null) {
      parent.insertBefore(create(kid, parent), place);
      continue;
    }
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
    update(node, kid);
  }
  while (place !== null) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

/**
 * @param {Kid} kid
 * @param {ChildNode|null} place
 * @param {Map<string, ChildNode>} keyed
 * @returns {ChildNode|null}
 */
function fitting(kid, place, keyed) {
  if (typeof kid === "string") return place !== null && place.nodeType === Node.TEXT_NODE ? place : null;
  if (kid.key !== undefined) {
    return keyed.get(kid.key) ?? null;
  }
  const old = place === null ? undefined : shown.get(place);
  return old !== undefined && old.key === undefined && old.tag === kid.tag ? place : null;
}

/**
 * @param {Kid} kid
 * @param {Element} parent
 * @returns {ChildNode}
 */
function create(kid, parent) {
  if (typeof kid === "string") return document.createTextNode(kid);
  const inSvg = kid.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const node = inSvg ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
  const empty = { tag: kid.tag, key: kid.key, props: {}, kids: [] };
  shown.set(node, empty);
  update(node, kid);
  return node;
}

/**
 * @param {ChildNode} node
 * @param {Kid} kid
 */
function update(node, kid) {
  if (typeof kid === "string") {
    if (node.nodeValue !== kid) node.nodeValue = kid;
    return;
  }
  const element = /** @type {any} */ (node);
  const old = /** @type {Shape} */ (shown.get(node));
  if (old === kid) return;
  for (const name in old.props) if (!(name in kid.props)) setProp(element, name, null);
  for (const name in kid.props) {
    const value = kid.props[name];
    if (name === "value" && kid.tag === "select") continue;
    if (name === "value" && kid.tag === "option") element.setAttribute(name, value);     // else its text is its value
    else if (PROPERTIES.has(name) ? element[name] !== value : old.props[name] !== value) setProp(element, name, value);
  }
  shown.set(node, kid);
  show(element, kid.kids);
  if (kid.tag === "select" && "value" in kid.props) element.value = kid.props.value;     // now that its options are there
}

/**
 * @param {any} element
 * @param {string} name
 * @param {any} value
 */
function setProp(element, name, value) {
  if (name.startsWith("on")) element[name] = value ?? null;
  else if (PROPERTIES.has(name)) element[name] = value ?? (name === "value" ? "" : false);
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}
