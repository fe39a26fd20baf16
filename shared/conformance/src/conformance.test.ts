import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conformance, type Result, runConformance } from './conformance.ts';
import { type Case, toCase } from './stage.ts';
import type { Subject } from './subject.ts';
import { mutants } from './testing/mutants.ts';
import { createReferenceSubject } from './testing/reference-remote.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Runs the cases; time passes whenever nothing else is left to do. */
async function resultsOf(subject: Subject<'ref'>, cases?: readonly Case[]): Promise<readonly Result[]> {
  const results: Result[] = [];
  let isRunning = true;
  const run = async () => {
    for await (const result of runConformance(subject, cases)) results.push(result);
  };
  const running = run().finally(() => {
    isRunning = false;
  });
  while (isRunning) await vi.advanceTimersToNextTimerAsync();
  await running;
  return results;
}

describe('a case', () => {
  it.each(conformance)(
    'passes the reference remote, and catches one that does otherwise: $sentence',
    async (one) => {
      const { sentence } = one;
      const mutate = mutants[sentence] ?? expect.fail(`no mutant for: ${sentence}`);
      expect(await resultsOf(createReferenceSubject(), [one])).toEqual([{ sentence, passed: true }]);
      const caught = { sentence, passed: false, error: expect.stringMatching(/\S/) };
      expect(await resultsOf(mutate(createReferenceSubject()), [one])).toEqual([caught]);
    },
  );
});

describe('the suite', () => {
  it('says each sentence once, and has no mutant for what it does not say', () => {
    const sentences = conformance.map(({ sentence }) => sentence);
    expect(sentences.toSorted()).toEqual(Object.keys(mutants).toSorted());
  });

  it('passes the same remote case after case, and yields each result', async () => {
    const results = await resultsOf(createReferenceSubject());
    expect(results).toEqual(conformance.map(({ sentence }) => ({ sentence, passed: true })));
  });

  it('yields what was wrong as a sentence, and goes on', async () => {
    const broken = toCase('breaks', async () => {
      throw new Error('it is broken');
    });
    const fine = toCase('is fine', async () => undefined);
    expect(await resultsOf(createReferenceSubject(), [broken, fine])).toEqual([
      { sentence: 'breaks', passed: false, error: 'it is broken' },
      { sentence: 'is fine', passed: true },
    ]);
  });

  it('reports if a wallet lacks the feature of a case', async () => {
    const subject = createReferenceSubject();
    const [network] = subject.networks;
    const switching = conformance.filter(({ sentence }) =>
      sentence.startsWith('switches to another network'),
    );
    const results = await resultsOf({ ...subject, networks: [network] }, switching);
    expect(results).toMatchObject([{ passed: true, notOffered: true }]);
  });
});
