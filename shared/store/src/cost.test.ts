import type { WalletListing } from '@linkspan/contract';
import { expect, it } from 'vitest';
import { createPacedView } from './paced-view.ts';
import { createStore } from './store.ts';
import { createFrames } from './testing/frames.ts';

const icon = `data:image/svg+xml;base64,${'A'.repeat(2_000)}`;
const account = (turn: number) => `eip155:1:0x${String(turn).padStart(40, '0')}` as const;
const turns = 5_000;
/** A flood of 10,000 a second then takes half of a thread at most. What is usual is far less. */
const mostUs = 50;

/** What a publish costs in all: to read it, freeze it, compare it and pass the gate. In microseconds. */
function measure(publish: (turn: number) => void): number {
  for (let turn = 0; turn < turns; turn += 1) publish(turn);
  const begun = performance.now();
  for (let turn = turns; turn < 2 * turns; turn += 1) publish(turn);
  return ((performance.now() - begun) / turns) * 1_000;
}

function open() {
  const store = createStore([{ id: 'evm', namespace: 'eip155' }]);
  createPacedView(store.view, createFrames().next);
  const { lease } = store.openLease('evm');
  const connect = (turn: number) =>
    lease.publishConnection({
      status: 'connected',
      wallet: { id: 'harbour', name: 'Harbour', icon },
      accounts: [account(turn), account(turn + 1)],
      capabilities: ['send', 'signMessage'],
    });
  connect(0);
  return { store, lease, connect };
}

it('takes what a flood publishes without holding the page up', { retry: 2 }, () => {
  const { store, lease, connect } = open();
  const listing = (turn: number): WalletListing => ({ id: `w${turn}`, name: 'W', icon, reach: 'installed' });
  const costs = {
    connection: measure(connect),
    'list of 5 wallets': measure((turn) =>
      store.publishWallets(
        'evm',
        [0, 1, 2, 3, turn + 4].map((one) => listing(one)),
      ),
    ),
    transfer: measure((turn) =>
      lease.publishTransfer({
        transaction: `0x${turn}`,
        from: account(0),
        to: '0xc',
        amount: '1',
        state: 'sent',
      }),
    ),
  };
  for (const [what, us] of Object.entries(costs)) console.info(`one ${what}: ${us.toFixed(1)} µs`);
  expect(Object.values(costs).filter((us) => us > mostUs)).toEqual([]);
});
