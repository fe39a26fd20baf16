import type { Connection, Transfer } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRequests } from '../commands/requests.ts';
import type { PageEvent } from '../events.ts';
import type { Request } from '../session/request.ts';
import {
  account,
  connect,
  connected,
  otherAccount,
  sending,
  signingIn,
  walletRef,
} from '../testing/facts.ts';
import { approve } from '../testing/fake-discovery.ts';
import { createFakeFamily, type FakeFamily, settle } from '../testing/fake-family.ts';
import { createFakeShell, type FakeShell, fakeConfig } from '../testing/fake-shell.ts';
import { reportFacts, reportRequests } from './reporters.ts';

let at: number;
let reported: PageEvent[];

beforeEach(() => {
  [at, reported] = [1_000, []];
});

function listen(store: Store): () => void {
  return reportFacts(store.view, { emit: (event) => reported.push(event), now: () => at });
}

const of = (kind: PageEvent['kind']) => reported.filter((one) => one.kind === kind);

describe('an attempt', () => {
  let family: FakeFamily;
  const named = { family: 'evm', attempt: 'id-1', wallet: 'one' };

  beforeEach(() => {
    family = createFakeFamily();
    listen(family.store);
    family.attempts.start('evm', 'one');
  });

  it('is told step by step, and with how long it took where it connects', async () => {
    await settle();
    at += 700;
    family.discovery.attempts[0]?.resolve(approve('one'));
    await settle();
    expect(of('attempt')).toEqual([
      { kind: 'attempt', ...named, step: 'asking' },
      { kind: 'attempt', ...named, step: 'adopting' },
    ]);
    expect(of('outcome')).toEqual([{ kind: 'outcome', ...named, durationMs: 700 }]);
  });

  it('is told with its code where it fails', async () => {
    await settle();
    at += 5;
    family.discovery.attempts[0]?.reject(Object.assign(new Error('no'), { code: 'wallet/rejected' }));
    await settle();
    expect(of('outcome')).toEqual([{ kind: 'outcome', ...named, durationMs: 5, code: 'wallet/rejected' }]);
  });

  it('is told as cancelled where it ends with nothing connected', () => {
    family.attempts.cancel('evm');
    expect(of('outcome')).toEqual([{ kind: 'outcome', ...named, durationMs: 0, code: 'wallet/cancelled' }]);
  });

  it('of another wallet ends the one before as cancelled', async () => {
    family.attempts.start('evm', 'two');
    expect(of('outcome')).toMatchObject([{ attempt: 'id-1', code: 'wallet/cancelled' }]);
    expect(of('attempt')).toMatchObject([{ attempt: 'id-1' }, { attempt: 'id-2', wallet: 'two' }]);
  });

  it('that is refused at once has an outcome and no step', () => {
    family.attempts.start('evm', 'three');
    expect(reported.at(-1)).toMatchObject({
      kind: 'outcome',
      wallet: 'three',
      code: 'wallet/absent',
      durationMs: 0,
    });
    expect(of('attempt')).toHaveLength(1);
  });
});

describe('a connection', () => {
  it('is told by its status, and not by its accounts', () => {
    const store = createStore(fakeConfig.families);
    listen(store);
    const { lease } = store.openLease('evm');
    const ended: Connection = {
      status: 'disconnected',
      failure: { code: 'wallet/revoked', context: { wallet: 'Practice Wallet' } },
    };
    const swapped = { ...connected, accounts: [otherAccount, account] } as Connection;
    for (const one of [connected, swapped, ended]) lease.publishConnection(one);
    expect(reported).toEqual([
      { kind: 'connection', family: 'evm', status: 'connected' },
      { kind: 'connection', family: 'evm', status: 'disconnected', code: 'wallet/revoked' },
    ]);
  });
});

describe('a send', () => {
  const transfer = { transaction: '0x1', from: account, to: otherAccount, amount: '1' };

  it('is told at each state that it comes to, once', () => {
    const store = createStore(fakeConfig.families);
    const { lease } = store.openLease('evm');
    lease.publishConnection(connected);
    listen(store);
    const failed: Transfer = {
      ...transfer,
      transaction: '0x2',
      state: 'failed',
      failure: { code: 'network/reverted', context: {} },
    };
    lease.publishTransfer({ ...transfer, state: 'sent' });
    lease.publishTransfer({ ...transfer, transaction: '0x2', state: 'sent' });
    lease.publishTransfer({ ...transfer, state: 'landed' });
    lease.publishTransfer(failed);
    const about = { kind: 'transfer', family: 'evm' };
    expect(reported).toEqual([
      { ...about, state: 'sent' },
      { ...about, state: 'sent' },
      { ...about, state: 'landed' },
      { ...about, state: 'failed', code: 'network/reverted' },
    ]);
  });
});

describe('the releaseStatus of a release', () => {
  it('is told with the release that runs, and with the code where it is stopped', () => {
    const store = createStore(fakeConfig.families);
    const release = { remote: 'remote-evm', version: '0.1.0' };
    store.publishRemote('evm', { stage: 'listed', release });
    const end = listen(store);
    store.publishReleaseStatus('evm', { state: 'superseded', version: '0.2.0' });
    store.publishReleaseStatus('evm', {
      state: 'stopped',
      failure: { code: 'release/withdrawn', context: {} },
    });
    end();
    store.publishReleaseStatus('evm', { state: 'current' });
    const about = { kind: 'release', family: 'evm', ...release };
    expect(reported).toEqual([
      { ...about, releaseStatus: 'superseded' },
      { ...about, releaseStatus: 'stopped', code: 'release/withdrawn' },
    ]);
  });
});

it('tells of no account, transaction, amount or name', () => {
  const store = createStore(fakeConfig.families);
  listen(store);
  const { lease } = store.openLease('evm');
  store.publishAttempt('evm', {
    state: 'running',
    id: 'id',
    wallet: walletRef,
    progress: { step: 'asking' },
  });
  const links = [{ name: 'Harbour', url: 'harbour://secret' }];
  store.publishPairing('evm', { wallet: walletRef.name, uri: 'wc:secret', links });
  lease.publishConnection(connected);
  lease.publishTransfer({ transaction: '0xabc', from: account, to: '0xdef', amount: '1234', state: 'sent' });
  const all = JSON.stringify(reported);
  for (const secret of [account.split(':')[2], '0xabc', '0xdef', '1234', walletRef.name, 'secret'])
    expect(all).not.toContain(secret);
  expect(reported.map(({ kind }) => kind)).toEqual(['attempt', 'connection', 'transfer']);
});

describe('requests', () => {
  let shell: FakeShell;
  let at: number;
  let reported: PageEvent[];

  beforeEach(() => {
    [shell, at, reported] = [createFakeShell(), 0, []];
    connect(shell);
    reportRequests(shell.view, shell.request, { emit: (one) => reported.push(one), now: () => at });
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
      expect(reported).toEqual([{ ...about, request: 'send', durationMs: 20 }]);
    });

    it('is told with its code where it fails', () => {
      const failure = { code: 'wallet/rejected', context: { wallet: 'Practice Wallet' } };
      show({ state: 'asking', intent: signingIn }, { state: 'failed', intent: signingIn, failure });
      expect(reported).toEqual([{ ...about, request: 'sign-in', durationMs: 10, code: 'wallet/rejected' }]);
    });

    it('for another network is told as one', () => {
      show({ state: 'switching', network: 'eip155:31338' }, { state: 'none' });
      expect(reported).toEqual([{ ...about, request: 'network', durationMs: 10 }]);
    });

    it('that ends with its wallet’s connection is told so', () => {
      show({ state: 'asking', intent: sending });
      shell.store.openLease('evm').lease.publishConnection({ status: 'disconnected' });
      show({ state: 'none' });
      expect(reported).toEqual([{ ...about, request: 'send', durationMs: 10, code: 'wallet/not-connected' }]);
    });

    it('that never came to the wallet is told as cancelled', () => {
      show({ state: 'checking', intent: sending }, { state: 'none' });
      expect(reported).toEqual([{ ...about, request: 'send', durationMs: 10, code: 'wallet/cancelled' }]);
    });

    it('is nothing that shows no prompt, and no failure that is taken away', () => {
      show({ state: 'failed', failure: { code: 'input/empty', context: {} } }, { state: 'none' });
      expect(reported).toEqual([]);
    });
  });

  it('is told of the page’s real requests too', async () => {
    const requests = createRequests(shell.view);
    reportRequests(shell.view, requests.of, { emit: (one) => reported.push(one), now: () => at });
    expect(connected.status).toBe('connected');
    await requests.run('evm', { state: 'asking', intent: sending }, async () => 'done');
    const refused = requests.run('evm', { state: 'asking', intent: sending }, async () => {
      throw Object.assign(new Error('no'), { code: 'wallet/rejected' });
    });
    await expect(refused).rejects.toThrow('no');
    expect(reported).toEqual([
      { ...about, request: 'send', durationMs: 0 },
      { ...about, request: 'send', durationMs: 0, code: 'wallet/rejected' },
    ]);
  });
});
