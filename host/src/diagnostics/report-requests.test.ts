import { beforeEach, describe, expect, it } from 'vitest';
import { createRequests } from '../commands/requests.ts';
import type { PageEvent } from '../events.ts';
import type { Request } from '../session/request.ts';
import { connect, connected, sending, signingIn } from '../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../testing/fake-shell.ts';
import { reportRequests } from './report-requests.ts';

let shell: FakeShell;
let at: number;
let told: PageEvent[];

beforeEach(() => {
  [shell, at, told] = [createFakeShell(), 0, []];
  connect(shell);
  reportRequests(shell.view, shell.request, { emit: (one) => told.push(one), now: () => at });
});

const show = (...states: readonly Request[]) => {
  for (const state of states) {
    shell.request('evm').set(state);
    at += 10;
  }
};
const about = { kind: 'request', family: 'evm' };

describe('a request', () => {
  it('is told when it is over, with how long it took in all', () => {
    show({ state: 'checking', intent: sending }, { state: 'asking', intent: sending }, { state: 'none' });
    expect(told).toEqual([{ ...about, request: 'send', durationMs: 20 }]);
  });

  it('is told with its code where it fails', () => {
    const failure = { code: 'wallet/rejected', context: { wallet: 'Practice Wallet' } };
    show({ state: 'asking', intent: signingIn }, { state: 'failed', intent: signingIn, failure });
    expect(told).toEqual([{ ...about, request: 'sign-in', durationMs: 10, code: 'wallet/rejected' }]);
  });

  it('for another network is told as one', () => {
    show({ state: 'switching', network: 'eip155:31338' }, { state: 'none' });
    expect(told).toEqual([{ ...about, request: 'network', durationMs: 10 }]);
  });

  it('that ends with its wallet’s connection is told so', () => {
    show({ state: 'asking', intent: sending });
    shell.store.openLease('evm').lease.publishConnection({ status: 'disconnected' });
    show({ state: 'none' });
    expect(told).toEqual([{ ...about, request: 'send', durationMs: 10, code: 'wallet/not-connected' }]);
  });

  it('that never came to the wallet is told as cancelled', () => {
    show({ state: 'checking', intent: sending }, { state: 'none' });
    expect(told).toEqual([{ ...about, request: 'send', durationMs: 10, code: 'wallet/cancelled' }]);
  });

  it('is nothing that shows no prompt, and no failure that is taken away', () => {
    show({ state: 'failed', failure: { code: 'input/empty', context: {} } }, { state: 'none' });
    expect(told).toEqual([]);
  });
});

it('is told of the page’s real requests too', async () => {
  const requests = createRequests(shell.view);
  reportRequests(shell.view, requests.of, { emit: (one) => told.push(one), now: () => at });
  expect(connected.status).toBe('connected');
  await requests.run('evm', { state: 'asking', intent: sending }, async () => 'done');
  const refused = requests.run('evm', { state: 'asking', intent: sending }, async () => {
    throw Object.assign(new Error('no'), { code: 'wallet/rejected' });
  });
  await expect(refused).rejects.toThrow('no');
  expect(told).toEqual([
    { ...about, request: 'send', durationMs: 0 },
    { ...about, request: 'send', durationMs: 0, code: 'wallet/rejected' },
  ]);
});
