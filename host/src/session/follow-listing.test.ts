import type { WalletListing } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { approve } from '../testing/fake-discovery.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { followListing } from './follow-listing.ts';

let store: Store;
let page: EventTarget;
let comings: number;
let remembered: string | undefined;
let isLate: boolean;
let stop: () => void;
const connection = () => store.view.family('evm').connection.get();
const row = (id: string): WalletListing => ({ id, name: `Wallet ${id}`, reach: 'installed' });
const absent = (id: string): WalletListing => ({
  ...{ id, name: `Wallet ${id}` },
  ...{ reach: 'absent', installUrl: 'https://wallet.example/' },
});
const list = (...rows: readonly WalletListing[]) => store.publishWallets('evm', rows);

function publish(walletId: string) {
  const { wallet, accounts } = approve(walletId);
  const { lease } = store.openLease('evm');
  lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
  return lease;
}

function disconnectBy(code: string): void {
  const { lease } = store.openLease('evm');
  lease.publishConnection({ status: 'disconnected', failure: { code, context: { wallet: 'Wallet one' } } });
}

beforeEach(() => {
  store = createStore(fakeConfig.families);
  page = new EventTarget();
  comings = 0;
  remembered = 'one';
  isLate = false;
  list(row('one'), row('two'));
  const restoreRemembered = () => {
    comings += 1;
  };
  const adoptLateApproval = () => isLate;
  stop = followListing('evm', {
    store,
    page,
    remembered: () => remembered,
    restoreRemembered,
    adoptLateApproval,
  });
});

describe('a wallet in use', () => {
  it('that is listed no more is disconnected as gone, and heard no more', () => {
    const lease = publish('one');
    list(row('two'));
    expect(connection()).toEqual({
      status: 'disconnected',
      failure: { code: 'wallet/gone', context: { wallet: 'Wallet one' } },
    });
    const { wallet } = approve('one');
    expect(() => lease.publishConnection({ status: 'connecting', wallet })).toThrow('remote/unleased');
  });

  it('that is only listed as one to be installed is gone too', () => {
    publish('one');
    list(absent('one'), row('two'));
    expect(connection()).toMatchObject({ failure: { code: 'wallet/gone' } });
  });

  it('stays while others come and go, and where it was never listed', () => {
    publish('one');
    list(row('one'));
    list(row('one'), row('three'));
    expect(connection().status).toBe('connected');
    publish('nowhere');
    list();
    expect(connection().status).toBe('connected');
  });
});

describe('a wallet that was away', () => {
  it.each(['wallet/gone', 'wallet/absent', 'wallet/timeout'])(
    'after %s comes back when it is listed',
    (code) => {
      list(row('two'));
      disconnectBy(code);
      list(row('two'), row('three'));
      expect(comings).toBe(0);
      list(row('two'), row('one'));
      expect(comings).toBe(1);
      list(row('one'));
      expect(comings).toBe(1);
    },
  );

  it.each([undefined, 'wallet/revoked'])('after %s stays away', (code) => {
    list();
    if (code === undefined) store.openLease('evm').lease.publishConnection({ status: 'disconnected' });
    else disconnectBy(code);
    list(row('one'));
    expect(comings).toBe(0);
  });

  it('stays away where another one, or none, is remembered', () => {
    list();
    disconnectBy('wallet/gone');
    remembered = undefined;
    list(row('one'));
    list();
    remembered = 'two';
    list(row('one'));
    expect(comings).toBe(0);
  });
});

describe('the person’s return to the page', () => {
  const comeHere = () => page.dispatchEvent(new Event('focus'));

  it.each(['wallet/gone', 'wallet/timeout', 'wallet/locked', 'wallet/pending', 'wallet/disconnected'])(
    'looks whether a wallet answers again after %s',
    (code) => {
      disconnectBy(code);
      comeHere();
      expect(comings).toBe(1);
    },
  );

  it('looks whether a wallet that is waited for is unlocked', () => {
    const { wallet, accounts } = approve('one');
    const failure = { code: 'wallet/locked', context: { wallet: 'Wallet one' } };
    store.openLease('evm').lease.publishConnection({ status: 'reconnecting', wallet, accounts, failure });
    comeHere();
    expect(comings).toBe(1);
  });

  it('asks nothing of a wallet that has refused', () => {
    disconnectBy('wallet/refuses');
    for (let turn = 0; turn < 5; turn += 1) comeHere();
    expect(comings).toBe(0);
  });

  it('asks nothing of a wallet that is not listed, not remembered, in use, or parted from', () => {
    publish('one');
    comeHere();
    disconnectBy('wallet/revoked');
    comeHere();
    disconnectBy('wallet/gone');
    remembered = undefined;
    comeHere();
    remembered = 'three';
    comeHere();
    expect(comings).toBe(0);
  });

  it('leaves a wallet alone where another one is read for a late approval', () => {
    disconnectBy('wallet/gone');
    isLate = true;
    comeHere();
    expect(comings).toBe(0);
  });

  it('is not heard after the end', () => {
    disconnectBy('wallet/gone');
    stop();
    comeHere();
    expect(comings).toBe(0);
  });
});

it('ends', () => {
  publish('one');
  stop();
  list();
  expect(connection().status).toBe('connected');
});
