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
 * Of a move that touches nothing else, what it names first.
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
  if (plain !== null) return new Set([...telling, ...plain.touches.filter((id) => !picked.includes(id)).slice(0, picked.length > 0 ? undefined : 1)]);
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
 * The move that a first click may mean although others touch that thing too: the plainest one, unless it touches something else
 * that belongs to just these moves. Then it is one of several cards, say, and more of them may be picked first.
 * @param {Choice[]} legal
 * @param {string} id
 * @returns {Choice|null}
 */
function foremost(legal, id) {
  const left = narrowed(legal, [id]);
  const plain = plainest(left);
  return plain?.touches.every((other) => other === id || narrowed(legal, [other]).length > left.length) ? plain : null;
}

/**
 * The move that is meant by what was picked, if it is clear: the only one left, or the foremost of a first click, as long as
 * each of the others can be told by a click elsewhere.
 * @param {Choice[]} legal
 * @param {Choice[]} left
 * @param {string[]} picked
 * @returns {Choice|null}
 */
function meant(legal, left, picked) {
  if (left.length === 1) return left[0];
  const first = picked.length === 1 ? foremost(legal, picked[0]) : null;
  if (first === null) return null;
  const elsewhere = (/** @type {Choice} */ choice) => choice.touches.some((id) => !first.touches.includes(id) && [null, choice].includes(foremost(legal, id)));
  return left.every((choice) => choice === first || elsewhere(choice)) ? first : null;
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
  return { picked: next, move: meant(legal, left, next)?.move ?? null };
}
