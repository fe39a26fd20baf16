import { describe, expect, it } from 'vitest';
import type { Row } from './row.ts';
import { isAsWritten, parseRows, toSection, withSection } from './section.ts';

const stopped = { Chromium: 'stopped', Firefox: 'stopped', WebKitGTK: 'stopped' } as const;
const entry: Row = {
  group: 'files',
  attack: 'the entry is altered',
  ending: 'the card says `loader/altered`',
  cells: stopped,
};
const expired: Row = {
  group: 'documents',
  attack: 'the live document has expired',
  ending: 'the card says `release/expired`',
  cells: { ...stopped, WebKitGTK: 'not run' },
};
const paper = [
  '# Security',
  '<!-- attacks: written by `npm run security-table` from what a run of the tests has found -->',
  'what was',
  '<!-- attacks end -->',
  'More.',
].join('\n');

describe('the section of the attacks', () => {
  it('counts, and has a table for each group that has rows', () => {
    expect(
      toSection([entry, expired]),
    ).toBe(`2 attacks. Stopped, or held to what their row says: 2 in Chromium, 2 in Firefox, 1 in WebKitGTK.

### Files of a release

| attack               | what happens                   | Chromium | Firefox | WebKitGTK |
| -------------------- | ------------------------------ | -------- | ------- | --------- |
| the entry is altered | the card says \`loader/altered\` | stopped  | stopped | stopped   |

### Signed documents

| attack                        | what happens                    | Chromium | Firefox | WebKitGTK |
| ----------------------------- | ------------------------------- | -------- | ------- | --------- |
| the live document has expired | the card says \`release/expired\` | stopped  | stopped | not run   |`);
  });

  it('says “held” of what signed code does, which nothing stops', () => {
    const row: Row = { ...entry, group: 'powers', cells: { ...stopped, Firefox: 'not run' } };
    const written = withSection(paper, toSection([row]));
    expect(written).toMatch(/\| held +\| not run \| held +\|$/m);
    expect(parseRows(written)).toEqual([row]);
  });

  it('takes the place of what stood between the markers, and touches nothing else', () => {
    const written = withSection(paper, toSection([entry]));
    expect(written.split('\n').at(0)).toBe('# Security');
    expect(written.split('\n').at(-1)).toBe('More.');
    expect(written).not.toContain('what was');
    expect(withSection(written, toSection([entry]))).toBe(written);
  });

  it('is read back as the rows that it was written from', () => {
    expect(parseRows(withSection(paper, toSection([entry, expired])))).toEqual([entry, expired]);
  });

  it('is not looked for in a paper without markers, with one, or with two pairs', () => {
    for (const wrong of ['# Security', paper.replace('<!-- attacks end -->', ''), paper + paper])
      expect(() => parseRows(wrong)).toThrow('not exactly one');
  });

  it('has no group of its own', () => {
    const strange = withSection(paper, toSection([entry])).replace('### Files of a release', '### Anything');
    expect(() => parseRows(strange)).toThrow('“Anything”, which is no group');
  });

  it('is known from one that was changed by hand', () => {
    const written = withSection(paper, toSection([entry]));
    expect(isAsWritten(written)).toBe(true);
    for (const other of [
      written.replace('1 attacks', '9 attacks'),
      written.replace('stopped  |', 'fine     |'),
    ])
      expect(isAsWritten(other)).toBe(false);
    expect(isAsWritten(paper)).toBe(false);
  });
});
