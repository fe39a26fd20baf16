import { describe, expect, it } from 'vitest';
import { mutants } from '../testing/mutants.ts';
import { createReferenceSubject } from '../testing/reference-remote.ts';
import { type Case, toCase } from './case.ts';
import { conformance } from './conformance.ts';
import { type Result, runConformance } from './run.ts';
import type { Subject } from './subject.ts';

async function resultsOf(subject: Subject<'ref'>, cases?: readonly Case[]) {
  const results: Result[] = [];
  for await (const result of runConformance(subject, cases)) results.push(result);
  return results;
}

describe('the reference remote', () => {
  it.concurrent.each(conformance)('$sentence', async (one) => {
    await one.run(createReferenceSubject());
  });
});

describe('a remote is caught that', () => {
  it.concurrent.each(mutants)('$name', async ({ of, caughtBy }) => {
    const one = conformance.find(({ sentence }) => sentence === caughtBy);
    expect(one, `no case says: ${caughtBy}`).toBeDefined();
    const [result] = await resultsOf(of(createReferenceSubject()), one ? [one] : []);
    expect(result).toMatchObject({ passed: false, error: expect.stringMatching(/\S/) });
  });
});

describe('the suite', () => {
  it('has a mutant for each of its cases', () => {
    const caught = new Set(mutants.map(({ caughtBy }) => caughtBy));
    expect(
      conformance.filter(({ sentence }) => !caught.has(sentence)).map(({ sentence }) => sentence),
    ).toEqual([]);
  });

  it('says each sentence once', () => {
    expect(new Set(conformance.map(({ sentence }) => sentence)).size).toBe(conformance.length);
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

  it('tells where a wallet does not offer what a case is about', async () => {
    const subject = createReferenceSubject();
    const [network] = subject.networks;
    const switching = conformance.filter(
      ({ sentence }) => sentence === 'switches to another network of the page',
    );
    const results = await resultsOf({ ...subject, networks: [network] }, switching);
    expect(results).toMatchObject([{ passed: true, notOffered: true }]);
  });
});
