// @ts-check
import { flood } from './faulty-flood.js';
import { overwrite } from './faulty-overwrite.js';

/**
 * What an action is given at some places: the port, and how to publish there.
 * @typedef {{port?: any, publish?(turn: number): void, faultyPublishing?: Record<string, () => void>}} Given
 */

/** What is kept for ever. @type {unknown[]} */
const kept = [];

/**
 * What can be done by the way, wherever it is: the rest of the code goes on, unless it throws.
 * @type {Record<string, (setting: import('./faulty-faults.js').Setting, given: Given) => void>}
 */
export const actions = {
  throws() {
    throw toFault('thrown');
  },
  rejects() {
    void Promise.reject(toFault('in a promise'));
  },
  throwsInTimer() {
    setTimeout(() => actions.throws?.({ fault: 'throws' }, {}));
  },
  throwsInEvent() {
    addEventListener('practice-remote', () => actions.throws?.({ fault: 'throws' }, {}), { once: true });
    dispatchEvent(new Event('practice-remote'));
  },
  throwsInListener(_, { port }) {
    port.view.family(port.family).connection.listen(() => actions.throws?.({ fault: 'throws' }, {}));
  },
  blocks({ ms = 0 }) {
    const until = ms === 'ever' ? Number.POSITIVE_INFINITY : performance.now() + ms;
    while (performance.now() < until);
  },
  overwrites: overwrite,
  leaks({ bytes = 0 }) {
    const held = new Uint8Array(bytes).fill(1);
    kept.push(held);
    addEventListener('resize', () => kept.push(held.length));
    setInterval(() => kept.push(held.length), 60_000);
  },
  floods({ perSecond = 0 }, { publish }) {
    if (publish !== undefined) flood(perSecond, publish);
  },
  malformed: (_, { faultyPublishing }) => void setTimeout(() => faultyPublishing?.malformed?.()),
  foreign: (_, { faultyPublishing }) => void setTimeout(() => faultyPublishing?.foreign?.()),
  publishes: (_, { faultyPublishing }) => void setTimeout(() => faultyPublishing?.publishes?.()),
};

/** Never settles. @returns {Promise<never>} */
export function forEver() {
  return new Promise(() => undefined);
}

/** @param {string} where */
function toFault(where) {
  return new Error(`A fault of the practice, ${where}.`);
}
