// @ts-check
const tickMs = 10;

/** The flood of this remote; there is one at a time. @type {ReturnType<typeof setInterval> | undefined} */
let flowing;

/**
 * Publishes so many times a second, for ever. What a busy thread has held up is not made up for beyond a tenth of a
 * second.
 * @param {number} perSecond
 * @param {(turn: number) => void} publish
 */
export function flood(perSecond, publish) {
  let turn = 0;
  let before = performance.now();
  let owed = 0;
  clearInterval(flowing);
  flowing = setInterval(() => {
    const now = performance.now();
    owed = Math.min(owed + ((now - before) * perSecond) / 1_000, perSecond / 10);
    before = now;
    const due = Math.floor(owed);
    owed -= due;
    for (const last = turn + due; turn < last; ) publish(++turn);
  }, tickMs);
}
