// Which moves are meant by what was picked on the board. Pure.

/** @typedef {import("./store.js").Choice} Choice */

/**
 * The moves that touch all of what was picked.
 * @param {Choice[]} legal
 * @param {string[]} picked
 * @returns {Choice[]}
 */
export function narrowed(legal, picked) {
  return legal.filter((choice) => picked.every((id) => choice.touches.includes(id)));
}

/**
 * The choice that an adviser's move means: at a real table events begin with who acts.
 * @param {{legal: Choice[], seat: number|null}} state
 * @param {string|null|undefined} move
 * @returns {Choice|undefined}
 */
export function choiceOf(state, move) {
  return state.legal.find((choice) => choice.move === move || choice.move === `p${(state.seat ?? 0) + 1} ${move}`);
}

/**
 * What is left to click: everything that some, but not all, of the remaining moves touch; if nothing tells them apart, all of it.
 * @param {Choice[]} legal
 * @param {string[]} picked
 * @returns {Set<string>}
 */
export function clickable(legal, picked) {
  const left = narrowed(legal, picked);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const choice of left) for (const id of new Set(choice.touches)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const ids = [...counts.keys()].filter((id) => !picked.includes(id));
  const telling = ids.filter((id) => /** @type {number} */ (counts.get(id)) < left.length);
  const plain = plainest(left);
  if (plain !== null) return new Set([...telling, ...plain.touches.filter((id) => !picked.includes(id))]);
  return new Set(telling.length > 0 || (left.length > 1 && picked.length > 0) ? telling : ids);
}

/**
 * The move that touches only what all of them touch: a click on that means this one, because every other has something of its own.
 * @param {Choice[]} choices
 * @returns {Choice|null}
 */
function plainest(choices) {
  const common = choices.filter((choice) => choice.touches.every((id) => choices.every((other) => other.touches.includes(id))));
  return common.length === 1 && common[0].touches.length > 0 ? common[0] : null;
}

/**
 * A click on something: what is picked now, and the move if only one is left.
 * @param {Choice[]} legal
 * @param {string[]} picked
 * @param {string} id
 * @returns {{picked: string[], move: string|null}}
 */
export function pick(legal, picked, id) {
  if (picked.includes(id)) return { picked: picked.filter((other) => other !== id), move: null };
  let next = [...picked, id];
  let left = narrowed(legal, next);
  if (left.length === 0) {
    next = [id];
    left = narrowed(legal, next);
  }
  if (left.length === 0) return { picked: [], move: null };
  const meant = left.length === 1 ? left[0] : plainest(left);
  return meant === null ? { picked: next, move: null } : { picked: next, move: meant.move };
}
