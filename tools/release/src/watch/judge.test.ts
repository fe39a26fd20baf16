import { describe, expect, it } from 'vitest';
import { judge } from './judge.ts';

const bounds = { mostFailures: 1, leastVisits: 100 };
const old = { visits: 10_000, failures: 200 };
const kind = (visits: number, failures: number, of = old, within = bounds) =>
  judge({ visits, failures }, of, within).kind;

describe('a new release', () => {
  it('is fine up to the allowed difference, and worse beyond', () => {
    expect([kind(100, 3), kind(100, 4)]).toEqual(['fine', 'worse']);
    expect([kind(1_000, 30), kind(1_000, 31)]).toEqual(['fine', 'worse']);
  });

  it('is fine where it fails less than the old one', () => {
    expect(kind(100, 0)).toBe('fine');
  });

  it('waits for visits, up to the last one that it needs', () => {
    expect([kind(0, 0), kind(99, 0), kind(100, 0)]).toEqual(['too few visits', 'too few visits', 'fine']);
  });

  it('is not worse for a failure that visits to come can outweigh', () => {
    expect(kind(1, 1)).toBe('too few visits');
  });

  it('is worse before it has its visits, where none to come could help', () => {
    expect([kind(10, 3), kind(10, 4)]).toEqual(['too few visits', 'worse']);
  });

  it('is worse where it counts failures and no visit at all', () => {
    expect(kind(0, 50)).toBe('worse');
  });

  it('is compared with no failures where the old one has no visits', () => {
    const none = { visits: 0, failures: 0 };
    expect([kind(100, 1, none), kind(100, 2, none)]).toEqual(['fine', 'worse']);
  });

  it('is not worse by the rounding of percentages', () => {
    const third = { visits: 3_000, failures: 1_000 };
    expect(kind(3_000, 1_030, third)).toBe('fine');
  });

  it('is told with the rates of both', () => {
    expect(judge({ visits: 50, failures: 1 }, old, bounds)).toEqual({
      kind: 'too few visits',
      visits: 50,
      rate: 2,
      oldRate: 2,
    });
  });
});
