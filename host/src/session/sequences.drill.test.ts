import { createRandom } from '@linkspan/trust/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { runSequence } from '../testing/sequences/run-sequence.ts';
import { type Step, toSteps } from '../testing/sequences/step.ts';
import { createTimers } from '../testing/sequences/timers.ts';

const isLong = process.env.LINKSPAN_LONG === '1';
const count = Number(process.env.LINKSPAN_SEQUENCES) || (isLong ? 1_000_000 : 3_000);
/** `SEED`, or `SEED:SEQUENCE` for one sequence of it alone. */
const [seed = 20_261_122, only] = (process.env.LINKSPAN_SEED || '20261122').split(':').map(Number);
const longest = 40;
const onFocus = 100;
const { setImmediate } = globalThis;
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

afterEach(() => vi.unstubAllGlobals());

/** The page's own timers, in a time that passes by steps. */
function stubTimers() {
  const timers = createTimers();
  vi.stubGlobal('setTimeout', timers.set);
  vi.stubGlobal('clearTimeout', timers.clear);
  return timers;
}

/** What long runs have found once, as their report has it. */
const found = {
  'a connector that has published the end under a new lease publishes a connection late':
    'press 0, approve 0, adopts 0, press 0.5, approve 0, disconnect 0, adoptSaysNothing 0, publishesLate 0.9',
  'a wallet comes back by itself while it is asked, and taking its approval over hangs':
    'press 0.9, approve 0, adoptsHalf 0, reload 0, restores 0, press 0.9, adopts 0, approve 0, time 0.8',
};

it.each(Object.entries(found))('keeps to its rules where %s', async (_, told) => {
  vi.stubGlobal('reportError', expect.fail);
  const steps = told.split(', ').map((line): Step => {
    const [act, at] = line.split(' ');
    return { act: act as Step['act'], family: 'evm', at: Number(at) };
  });
  expect(await runSequence(stubTimers, steps)).toBeUndefined();
});

it(
  'keeps to its rules whatever happens, in whatever order',
  async () => {
    const thrown: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => thrown.push(error));
    for (let at = only ?? 0; at < (only === undefined ? count : only + 1); at++) {
      // What weak references were followed to is kept until a turn ends, and a sequence has none of its own.
      if (at % onFocus === 0) await nextTurn();
      const random = createRandom(seed, at);
      const wrong = await runSequence(stubTimers, toSteps(random, random.whole([4, longest])));
      const lines = wrong?.steps.map(({ act, family, at: where }) => `${act} ${family} ${where.toFixed(3)}`);
      expect(lines && [wrong?.reason, ...lines], `LINKSPAN_SEED=${seed}:${at}`).toBeUndefined();
      expect(thrown).toEqual([]);
    }
    console.info(`${count} sequences, LINKSPAN_SEED=${seed}`);
  },
  isLong ? 4 * 3_600_000 : 120_000,
);
