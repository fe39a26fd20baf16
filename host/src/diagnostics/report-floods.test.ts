import type { Happening } from '@linkspan/contract';
import { createPacedView, createStore } from '@linkspan/store';
import { describe, expect, it } from 'vitest';
import { fakeConfig } from '../testing/fake-shell.ts';
import { reportFloods } from './report-floods.ts';

/** A page of 60 frames a second, in which the first family publishes so often in each. */
function openFlood() {
  const store = createStore(fakeConfig.families);
  let due: (() => void)[] = [];
  const paced = createPacedView(store.view, (run) => void due.push(run));
  let at = 0;
  let published = 0;
  const told: Happening[] = [];
  reportFloods(store.view.families, paced, { emit: (one) => told.push(one), now: () => at });
  const pass = (perFrame: number) => {
    for (let count = 0; count < perFrame; count += 1) {
      published += 1;
      store.publishWallets('evm', [{ id: `w${published}`, name: 'W', reach: 'installed' }]);
    }
    at += 1_000 / 60;
    const now = due;
    due = [];
    for (const run of now) run();
  };
  const run = (seconds: number, perFrame: number) => {
    for (let frame = 0; frame < seconds * 60; frame += 1) pass(perFrame);
  };
  return { told, run, paced };
}

describe('a flood', () => {
  it('is told of as it begins, then once a second, with how much was not shown', () => {
    const { told, run, paced } = openFlood();
    run(3, 166);
    expect(told.length).toBeGreaterThanOrEqual(3);
    expect(told.length).toBeLessThanOrEqual(4);
    expect(new Set(told.map(({ kind, ...rest }) => `${kind} ${'code' in rest && rest.code}`))).toEqual(
      new Set(['fault remote/flood']),
    );
    const counted = told.reduce((sum, one) => sum + ((one.kind === 'fault' && one.count) || 0), 0);
    const { excess } = paced.counts('evm');
    expect(counted).toBeLessThanOrEqual(excess);
    expect(excess - counted).toBeLessThanOrEqual(166 * 61);
  });

  it('is not what a busy remote does', () => {
    const { told, run } = openFlood();
    run(10, 2);
    expect(told).toEqual([]);
  });

  it('is told of again when it comes back', () => {
    const { told, run } = openFlood();
    run(0.5, 166);
    run(5, 0);
    run(0.5, 166);
    expect(told).toHaveLength(2);
  });
});
