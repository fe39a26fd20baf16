import { describe, expect, it } from 'vitest';
import { createLedger } from './ledger.mjs';

describe('the ledger', () => {
  it('ends with what passed and what failed', () => {
    const ledger = createLedger();
    ledger.enter({ name: 'types', minutes: 0.5, passed: 1, failed: 0 });
    ledger.enter({ name: 'journeys', minutes: 1.25, passed: 10, failed: 2 });
    expect(ledger.failed()).toBe(2);
    expect(ledger.summary().split('\n')).toEqual([
      '',
      'Ledger, in minutes',
      '  types       0.5  ok',
      '  journeys    1.3  FAILED',
      '  all         1.8',
      '',
      '11 passed, 2 failed',
    ]);
  });

  it('says of each suite what was not run', () => {
    const ledger = createLedger();
    ledger.enter({ name: 'journeys', minutes: 1, passed: 3, failed: 0, notRun: 2 });
    expect(ledger.summary()).toContain('journeys    1.0  ok, 2 not run');
  });

  it('can be read before anything has run', () => {
    expect(createLedger().summary()).toMatch(/all\s+0\.0\n\n0 passed, 0 failed$/);
  });
});
