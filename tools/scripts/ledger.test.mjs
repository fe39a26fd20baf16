import { describe, expect, it } from 'vitest';
import { createLedger, toFullRun } from './ledger.mjs';

describe('the ledger', () => {
  it('ends with what passed, what failed and what was not run', () => {
    const ledger = createLedger();
    ledger.enter({ name: 'types', minutes: 0.5, passed: 1, failed: 0 });
    ledger.enter({ name: 'journeys', minutes: 1.25, passed: 10, failed: 2, notRun: 3 });
    expect(ledger.isSound()).toBe(false);
    expect(ledger.summary().split('\n')).toEqual([
      '',
      'Ledger, in minutes',
      '  types       0.5  ok',
      '  journeys    1.3  FAILED, 3 not run',
      '  all         1.8',
      '',
      '11 passed, 2 failed, 3 not run',
    ]);
  });

  it('can be read before anything has run', () => {
    expect(createLedger().summary()).toMatch(/all\s+0\.0\n\n0 passed, 0 failed, 0 not run$/);
  });

  it('is not green where an engine is missing, and names it in its last line', () => {
    const ledger = createLedger();
    ledger.enter({ name: 'attacks', minutes: 1, passed: 3, failed: 0, notRun: 2 });
    ledger.lacks(['firefox', 'nginx']);
    expect([ledger.isSound(), ledger.isGreen(), ledger.isWhole()]).toEqual([true, false, false]);
    expect(ledger.summary()).toMatch(/\n3 passed, 0 failed, 2 not run; not installed: Firefox, nginx$/);
  });

  it('is green where what is missing may be missing', () => {
    const ledger = createLedger(['firefox']);
    ledger.lacks(['firefox']);
    expect([ledger.isGreen(), ledger.isWhole()]).toEqual([true, false]);
    expect(ledger.summary()).toMatch(/not installed: Firefox \(allowed\)$/);
    ledger.lacks(['firefox', 'caddy']);
    expect(ledger.isGreen()).toBe(false);
  });

  it('can be written down as the last full run', () => {
    const entries = [{ name: 'types', minutes: 0.52, passed: 1, failed: 0, notRun: 0 }];
    const page = toFullRun(entries, { commit: 'abc1234', date: '2026-11-23' });
    expect(page).toContain('2026-11-23, commit `abc1234`');
    expect(page).toContain('| types | 0.5     | 1      | 0       |');
  });
});
