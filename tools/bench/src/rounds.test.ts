import { expect, it } from 'vitest';
import { sumPresses, toValues } from './rounds.ts';
import type { Exchange } from './traffic.ts';
import type { Seen } from './visitor.ts';

const home = 'https://near.test/';

function exchange(path: string, startMs: number, bytes: number): Exchange {
  return { url: `${home}${path}`, type: 'Script', startMs, endMs: startMs + 10, bytes };
}

const seen: Seen = {
  notes: {
    ...{ buttonMs: 100, listMs: 200, approved: { near: 1_000 } },
    ...{ account: { near: 1_200 }, connected: { near: 1_250 }, send: { near: 1_300 } },
  },
  exchanges: [
    exchange('releases/1/discovery.js', 50, 1_000),
    exchange('releases/1/connector.js', 500, 20_000),
    exchange('releases/1/sign.js', 1_400, 7_000),
  ],
  inlineBytes: 300,
  heapBytes: 1,
};

const homes = { evm: 'https://evm.test/', solana: 'https://solana.test/', near: home };

it('measures from the approval of a wallet to Connected', () => {
  expect(toValues(seen, {}).nearApprovedMs).toBe(250);
});

it('counts to connect what a remote loads before it is connected, without its discovery', () => {
  expect(toValues(seen, { homes }).nearBytes).toBe(20_000);
});

it('counts the scripts in the page with those that were transferred', () => {
  expect(toValues(seen, {}).jsBytes).toBe(28_300);
  expect(toValues(seen, {}).listBytes).toBe(1_000);
});

it('counts as lost each press of a round that did not open the dialog', () => {
  const press = (afterMs: number, round: number, openedMs?: number) => ({
    ...{ target: 'shell' as const, scenario: `press-${afterMs}`, round },
    values: openedMs === undefined ? {} : { openedMs },
  });
  const other = { ...press(0, 0), scenario: 'still' };
  const samples = [press(0, 0, 400), press(20, 0), press(50, 0), press(0, 1, 300), other];
  expect(sumPresses(samples).map(({ round, values }) => [round, values])).toEqual([
    [0, { lost: 2, tries: 3 }],
    [1, { lost: 0, tries: 1 }],
  ]);
});

it('has no time of all families if one is not connected', () => {
  expect(toValues(seen, {})).not.toHaveProperty('connectedMs');
});
