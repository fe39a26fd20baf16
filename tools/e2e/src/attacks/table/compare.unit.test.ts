import { describe, expect, it } from 'vitest';
import { refused } from '../attack.ts';
import { toMeta } from './claim.ts';
import { compare, obstacles } from './compare.ts';
import type { Became, Result, Results } from './results.ts';
import { columns, type Engine, toRows } from './row.ts';

const expired = {
  id: 'live-expired',
  group: 'documents',
  name: 'the live document has expired',
  ends: refused('release/expired'),
} as const;
const frozen = {
  id: 'port-frozen',
  group: 'powers',
  name: 'a remote alters its port',
  ends: 'It is frozen.',
} as const;

const run = (
  told: typeof expired | typeof frozen,
  became: Partial<Record<Engine, Became>> = {},
): readonly Result[] =>
  columns.map((engine) => ({ ...toMeta(told, engine).claim, became: became[engine] ?? 'stopped' }));

const sound = (...results: readonly (readonly Result[])[]): Results => ({
  isSound: true,
  results: results.flat(),
});

const whole = sound(run(frozen), run(expired));
const written = toRows(whole.results);

describe('the table of docs/evidence/attacks.md', () => {
  it('has a row for each attack, by groups', () => {
    expect(written.map(({ group, attack, ending }) => [group, attack, ending])).toEqual([
      ['documents', 'the live document has expired', 'the card says `release/expired`'],
      ['powers', 'a remote alters its port', 'it is frozen'],
    ]);
  });

  it('says “not run” of an engine that has no test of an attack', () => {
    const inChromium = run(expired).filter(({ engine }) => engine === 'Chromium');
    expect(toRows(inChromium)[0]?.cells).toEqual({
      Chromium: 'stopped',
      Firefox: 'not run',
      WebKitGTK: 'not run',
    });
  });
});

describe('a run compared with the table', () => {
  it('says what the table says', () => {
    expect(compare(written, whole)).toEqual([]);
  });

  it('leaves an engine out that this machine has not', () => {
    const without = { WebKitGTK: 'left out' } as const;
    expect(compare(written, sound(run(frozen, without), run(expired, without)))).toEqual([]);
  });

  it('tells of an attack that was not stopped, whatever the table says', () => {
    const failed = sound(run(frozen), run(expired, { Firefox: 'failed' }));
    const sentence = /^“the live document has expired” \(Signed documents\) was not stopped in Firefox\./;
    for (const table of [written, toRows(failed.results)])
      expect(compare(table, failed)).toEqual([expect.stringMatching(sentence)]);
  });

  it('tells of an attack that was left out in an engine where others were run', () => {
    expect(compare(written, sound(run(frozen), run(expired, { Firefox: 'left out' })))).toEqual([
      '“the live document has expired” (Signed documents) was left out in Firefox. docs/evidence/attacks.md says: stopped.',
    ]);
  });

  it('tells of an attack without a row, and of a row without an attack', () => {
    const renamed = run(expired).map((result) => ({ ...result, attack: 'it is too old' }));
    expect(compare(written, sound(run(frozen), renamed))).toEqual([
      '“it is too old” (Signed documents) has no row in docs/evidence/attacks.md.',
      '“the live document has expired” (Signed documents) is in docs/evidence/attacks.md, and no test says so.',
    ]);
  });

  it('tells of an attack that ends otherwise', () => {
    const other = run(expired).map((result) => ({ ...result, ending: 'nothing' }));
    expect(compare(written, sound(run(frozen), other))).toEqual([
      '“the live document has expired” (Signed documents) ends so: nothing. docs/evidence/attacks.md says: the card says `release/expired`.',
    ]);
  });
});

describe('a run is written down', () => {
  it('where all was stopped in all three engines', () => {
    expect(obstacles(whole)).toEqual([]);
  });

  it('with “not run” where an engine lacks what an attack needs', () => {
    const lacking = sound(run(frozen), run(expired, { WebKitGTK: 'not run' }));
    expect(obstacles(lacking)).toEqual([]);
    expect(toRows(lacking.results)[0]?.cells.WebKitGTK).toBe('not run');
    expect(compare(written, lacking)).toHaveLength(1);
  });

  it('not without one of them', () => {
    expect(obstacles(sound(run(expired, { WebKitGTK: 'left out' })))).toEqual([
      'Nothing was run in WebKitGTK.',
    ]);
  });

  it('not where something was left out or not stopped', () => {
    const results = sound(run(frozen, { Chromium: 'left out' }), run(expired, { Firefox: 'failed' }));
    expect(obstacles(results)).toEqual([
      '“a remote alters its port” was left out in Chromium.',
      '“the live document has expired” was not stopped in Firefox.',
    ]);
  });

  it('not where any test has failed', () => {
    expect(obstacles({ ...whole, isSound: false })).toEqual(['A test of the run has failed.']);
  });
});
