import { afterAll, beforeAll, vi } from 'vitest';

/** What a browser has and Node does not: a file of tests that needs it puts a stand-in there. */
const ofBrowsers = ['window', 'document', 'localStorage', 'sessionStorage', 'location', 'reportError'];

/**
 * The timers that a function of the process has set; each file runs this module anew.
 * @param {'setTimeout' | 'setInterval'} name
 * @returns {Set<NodeJS.Timeout>}
 */
function keepTimers(name) {
  const set = globalThis[name];
  if ('timers' in set) return /** @type {Set<NodeJS.Timeout>} */ (set.timers);
  const timers = new Set();
  const keep = (/** @type {Parameters<typeof setTimeout>} */ ...given) => {
    const timer = set(...given);
    timers.add(timer);
    return timer;
  };
  Object.assign(globalThis, { [name]: Object.assign(keep, set, { timers }) });
  return timers;
}

const kept = [keepTimers('setTimeout'), keepTimers('setInterval')];

function clearTimers() {
  for (const timers of kept) {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  }
}

// Files share a process, so none may leave its stand-ins and its timers to the next one, whose clock may be a fake.
beforeAll(clearTimers);
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of ofBrowsers) Reflect.deleteProperty(globalThis, name);
  clearTimers();
});
