import { describe, expect, it } from 'vitest';
import { type Note, toFindingLines, toFindings } from './finding.ts';

const texts = {
  sound: { level: 'ok', what: 'It is sound.' },
  odd: { level: 'hint', what: '{where} is odd.' },
  dark: { level: 'unsure', what: '{where} cannot be told.' },
  bad: { level: 'wrong', what: '{where} says {said}.', fix: 'Do not say {said}.' },
} as const;

const find = (...notes: readonly Note<keyof typeof texts>[]) => toFindings(notes, texts);

describe('findings', () => {
  it('begin with the worst', () => {
    const found = find({ code: 'sound' }, { code: 'odd' }, { code: 'bad' }, { code: 'dark' });
    expect(found.map(({ level }) => level)).toEqual(['wrong', 'unsure', 'hint', 'ok']);
  });

  it('say where they were met, and how to fix them', () => {
    expect(find({ code: 'bad', address: '/a', values: { said: 'no' } })).toEqual([
      { level: 'wrong', code: 'bad', addresses: ['/a'], what: '/a says no.', fix: 'Do not say no.' },
    ]);
    expect(find({ code: 'sound' })).toEqual([
      { level: 'ok', code: 'sound', addresses: [], what: 'It is sound.' },
    ]);
  });

  it('are told once where they are the same at several addresses', () => {
    const at = (...addresses: readonly string[]) =>
      find(...addresses.map((address) => ({ code: 'odd', address }) as const)).map(({ what }) => what);
    expect(at('/a', '/a')).toEqual(['/a is odd.']);
    expect(at('/a', '/b')).toEqual(['/a (and 1 other file) is odd.']);
    expect(at('/a', '/b', '/c')).toEqual(['/a (and 2 other files) is odd.']);
  });

  it('are told each for itself where they say something else', () => {
    const said = (text: string) => ({ code: 'bad', address: '/a', values: { said: text } }) as const;
    expect(find(said('no'), said('yes'))).toHaveLength(2);
    expect(find({ code: 'odd' }, { code: 'dark' })).toHaveLength(2);
  });

  it('write no lines of their own', () => {
    const [found] = find({ code: 'bad', address: '/a\n/b', values: { said: 'no\n\n  ok' } });
    expect([found?.what, found?.fix]).toEqual(['/a /b says no ok.', 'Do not say no ok.']);
  });

  it('are lines for people', () => {
    expect(
      toFindingLines(find({ code: 'bad', address: '/a', values: { said: 'no' } }, { code: 'sound' })),
    ).toEqual(['  wrong  /a says no.', '         Do not say no.', '  ok     It is sound.']);
  });
});
