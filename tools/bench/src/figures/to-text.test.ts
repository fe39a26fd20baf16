import { describe, expect, it } from 'vitest';
import { nameMeasure, sortMeasures, unitOf } from './measures.ts';
import { familiesOf, nameSubject, sortSubjects } from './subjects.ts';
import { toText, toTextBeside } from './to-text.ts';

describe('numbers for people', () => {
  it('are whole milliseconds, kB with one decimal and ratios with two', () => {
    expect([toText(1_090.4, 'ms'), toText(65_949, 'bytes'), toText(0.7249, 'ratio')]).toEqual([
      '1,090 ms',
      '65.9 kB',
      '0.72',
    ]);
  });
  it('are counts without decimals', () =>
    expect([toText(18, 'count'), toText(1_600, 'count')]).toEqual(['18', '1,600']));
  it('keep their zeros', () =>
    expect([toText(66_000, 'bytes'), toText(1, 'ratio')]).toEqual(['66.0 kB', '1.00']));
  it('may have no end', () => expect(toText(Number.POSITIVE_INFINITY, 'ratio')).toBe('∞'));
});

describe('a figure beside its limit', () => {
  it('has more digits where it is just above', () => {
    expect([toTextBeside(0.7504, 0.75, 'ratio'), toTextBeside(66_001, 66_000, 'bytes')]).toEqual([
      '0.7504',
      '66.001 kB',
    ]);
  });
  it('is as any other elsewhere', () => {
    expect([toTextBeside(0.7496, 0.75, 'ratio'), toTextBeside(0.81, 0.75, 'ratio')]).toEqual([
      '0.75',
      '0.81',
    ]);
  });
});

describe('names', () => {
  it('tell the unit of a measure', () => {
    expect(['listMs', 'heapBytes', 'bytesToList', 'jsToList', 'requestsToList'].map(unitOf)).toEqual([
      'ms',
      'bytes',
      'bytes',
      'bytes',
      'count',
    ]);
  });
  it('are themselves if there are no words for them', () =>
    expect([nameMeasure('otherMs'), nameSubject('shell-12')]).toEqual(['otherMs', 'shell-12']));
  it('stand in one order, what has no place there last', () => {
    expect(sortMeasures(['otherMs', 'listMs', 'heapBytes', 'listMs', 'buttonMs'])).toEqual([
      'buttonMs',
      'listMs',
      'heapBytes',
      'otherMs',
    ]);
    expect(sortSubjects(['shell', 'other', 'floor', 'shell'])).toEqual(['floor', 'shell', 'other']);
  });
  it('tell how many families a shell has', () =>
    expect(['shell', 'shell-12', 'shell-own-origins', 'floor'].map(familiesOf)).toEqual([
      3,
      12,
      undefined,
      undefined,
    ]));
});
