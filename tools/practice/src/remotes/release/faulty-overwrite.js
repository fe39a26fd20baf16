// @ts-check

/** What a remote has no business to write over: what holds it, and its name there. */
const targets = [
  ['fetch'],
  ['Promise'],
  ['setTimeout'],
  ['JSON', 'parse'],
  ['Date', 'now'],
  ['Array', 'prototype', 'map'],
  ['Storage', 'prototype', 'setItem'],
  ['Element', 'prototype', 'setAttribute'],
  ['console', 'error'],
  ['onerror'],
  ['document', 'title'],
];

/**
 * Writes over what all modules of the page share, and tells of each in the global `practiceOverwritten`: `true` where
 * it is the remote's now.
 */
export function overwrite() {
  const outcomes = targets.map((path) => /** @type {const} */ ([path.join('.'), isTaken(path)]));
  Object.assign(globalThis, { practiceOverwritten: Object.fromEntries(outcomes) });
}

/** @param {readonly string[]} path */
function isTaken(path) {
  const name = path.at(-1) ?? '';
  const holder = path.slice(0, -1).reduce((one, key) => Reflect.get(one, key), globalThis);
  const taken = name === 'title' ? 'Taken over' : broken;
  try {
    Reflect.set(holder, name, taken);
    Reflect.defineProperty(holder, name, { value: taken, configurable: true, writable: true });
  } catch {
    // It is as it was.
  }
  return Reflect.get(holder, name) === taken;
}

/** What stands there then. */
function broken() {
  throw new Error('A fault of the practice, in what a remote has written over.');
}
