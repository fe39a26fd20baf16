import { describe, expect, it } from 'vitest';
import { explainStore, type StoreCode, StoreConflict, storeCodes, storeTexts } from './errors.ts';

const all = Object.keys(storeCodes) as StoreCode[];

describe.each(all)('the text of %s', (code) => {
  const { title, advice } = storeTexts[code];

  it('says what happened and what to do, calmly', () => {
    expect(title).toMatch(/^\S.{5,}[^\s.]$/);
    expect(advice).toMatch(/^\S.{10,}\.$/);
    expect(`${title} ${advice}`).not.toMatch(/!|oops|went wrong|unfortunately|please|error/i);
  });

  it('has places only for what its context fills', () => {
    const known: readonly string[] = storeCodes[code];
    const places = [...`${title} ${advice}`.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '');
    expect(places.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('the table of codes', () => {
  it('has a text for each code and none beside', () => {
    expect(Object.keys(storeTexts).sort()).toEqual([...all].sort());
    expect(all.filter((code) => !/^store\/[a-z]{1,32}$/.test(code))).toEqual([]);
  });
});

describe('an explanation', () => {
  it('is filled in', () => {
    const { title } = explainStore(new StoreConflict('store/changed', 'evm/live.json', undefined));
    expect(title).toBe('evm/live.json was changed by someone else meanwhile');
  });
});
