import type { Connection } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { keepLastUsed, type PersistedConnection, persistConnection, recall } from './remembered.ts';

const wallet = { id: 'one', name: 'Wallet one' };
const accounts = ['eip155:1:0xa', 'eip155:1:0xb'] as const;
const connected: Connection = { status: 'connected', wallet, accounts, capabilities: ['send'] };
const other: Connection = { ...connected, accounts: ['eip155:1:0xb', 'eip155:1:0xa'] };
const balance = { account: accounts[0], amount: '5' };

let storage: ReturnType<typeof createFakeStorage>;
let store: ReturnType<typeof createStore>;
let persisted: PersistedConnection;
/** Shown as connected by a silent read, before its connector has adopted it. */
let isAhead: boolean;
const publish = (connection: Connection) => store.openLease('evm').lease.publishConnection(connection);
const coming: Connection = { status: 'reconnecting', wallet, accounts };
/** As another tab would have written it. */
const toText = (connection: object) =>
  JSON.stringify({ connection: { status: 'reconnecting', ...connection } });

beforeEach(() => {
  storage = createFakeStorage();
  store = createStore(fakeConfig.families);
  isAhead = false;
  persisted = persistConnection(storage, 'evm', store.view.family('evm'), () => isAhead);
});

describe('what is remembered', () => {
  it('is the wallet that was connected, with its accounts and its balance', () => {
    const { lease } = store.openLease('evm');
    lease.publishConnection(connected);
    lease.publishBalance(balance);
    expect(recall(storage, 'evm')).toEqual({ connection: coming, connected, balance });
  });

  it('is nothing once the person has disconnected, which other tabs can tell from storage that was cleared', () => {
    publish(connected);
    publish({ status: 'disconnected' });
    expect(recall(storage, 'evm')).toBeUndefined();
    expect(storage.kept).toEqual({ evm: '' });
  });

  it.each([
    ['at a load', () => store.view.family('evm').connection.get()],
    ['that follows another tab', () => void persisted.follow(wallet.id, () => new Promise(() => undefined))],
  ])('is not overwritten by a restore %s, whose connector adopts other accounts later', (_, begin) => {
    const newer = toText({ wallet, accounts: ['eip155:1:0xnew'] });
    begin();
    publish(coming);
    isAhead = true;
    publish(connected);
    storage.set('evm', newer);
    publish({ ...connected, accounts: [...accounts, 'eip155:1:0xlater'] });
    expect(storage.get('evm')).toBe(newer);
    expect(persisted.isBehind()).toBe(true);
  });

  it('is nothing once the wallet has ended it, which each tab asks the wallet itself', () => {
    publish(connected);
    publish({ status: 'disconnected', failure: { code: 'wallet/revoked', context: { wallet: 'One' } } });
    expect(storage.kept).toEqual({});
  });

  it('is kept where the wallet only failed to answer, or a remote to load', () => {
    publish(connected);
    for (const code of ['wallet/timeout', 'release/unreachable', 'loader/host', 'remote/unmounted']) {
      publish({ status: 'disconnected', failure: { code, context: {} } });
      expect(recall(storage, 'evm')?.connection.wallet).toEqual(wallet);
    }
  });

  it('is kept, without the reason, while the wallet is locked, and ended by the person alone', () => {
    const failure = { code: 'wallet/locked', context: { wallet: 'One' } };
    publish(connected);
    publish({ ...coming, failure });
    expect(recall(storage, 'evm')?.connection).toEqual(coming);
    publish({ status: 'disconnected' });
    expect(storage.kept).toEqual({ evm: '' });
  });

  it('is kept while the wallet comes back', () => {
    publish(connected);
    publish(coming);
    publish({ status: 'connecting', wallet });
    expect(recall(storage, 'evm')).toBeDefined();
  });

  it('is not ended by an attempt that comes to nothing', () => {
    storage.set('evm', toText({ wallet, accounts }));
    publish({ status: 'connecting', wallet });
    publish({ status: 'disconnected' });
    expect(recall(storage, 'evm')).toBeDefined();
  });

  it('is kept no longer once the persisted has ended', () => {
    persisted.end();
    publish(connected);
    expect(storage.kept).toEqual({});
  });

  it('is kept again at the next change where the storage was cleared', () => {
    const { lease } = store.openLease('evm');
    lease.publishConnection(connected);
    storage.remove('evm');
    lease.publishBalance(balance);
    expect(recall(storage, 'evm')).toMatchObject({ balance: { amount: '5' } });
  });

  it.each([
    ['nothing', undefined],
    ['no JSON', '{'],
    ['no object', '7'],
    ['null', 'null'],
    ['a list', '[]'],
    ['no connection', '{}'],
    ['another status', JSON.stringify({ connection: connected })],
    ['accounts that are none', toText({ wallet, accounts: ['x'] })],
    ['no account', toText({ wallet, accounts: [] })],
    ['an unknown field', toText({ wallet, accounts, extra: 1 })],
  ])('is nothing where %s is stored', (_, stored) => {
    const kept = createFakeStorage(stored === undefined ? {} : { evm: stored });
    expect(recall(kept, 'evm')).toBeUndefined();
  });

  it('is the wallet without its balance where only that cannot be read', () => {
    const kept = createFakeStorage({ evm: JSON.stringify({ connection: coming }), 'evm:balance': '5' });
    expect(recall(kept, 'evm')).toEqual({ connection: coming });
  });
});

describe('what another tab has written', () => {
  const written = toText({ wallet, accounts: other.accounts });

  beforeEach(() => {
    publish(connected);
    storage.set('evm', written);
  });

  it('is news until it is taken', () => {
    expect(persisted.isBehind()).toBe(true);
    persisted.take();
    expect(persisted.isBehind()).toBe(false);
  });

  it('is written over by what the person or the wallet does here', () => {
    publish({ ...connected, accounts: [accounts[0]] });
    expect(recall(storage, 'evm')?.connection.accounts).toEqual([accounts[0]]);
    expect(persisted.isBehind()).toBe(false);
  });

  it('is not written over by a balance, which is kept apart', () => {
    const { lease } = store.openLease('evm');
    lease.publishConnection(connected);
    storage.set('evm', '');
    lease.publishBalance(balance);
    expect(storage.kept).toEqual({ evm: '', 'evm:balance': JSON.stringify(balance) });
  });

  it('is not written over by a connection that stands, nor by a coming back that began before it', () => {
    const { lease } = store.openLease('evm');
    lease.publishConnection(connected);
    lease.publishBalance(balance);
    expect(storage.kept.evm).toBe(written);
    persisted.take();
    lease.publishConnection(coming);
    storage.set('evm', toText({ wallet: { id: 'two', name: 'Two' }, accounts }));
    lease.publishConnection({ ...connected, accounts: [accounts[0]] });
    expect(recall(storage, 'evm')?.connection.wallet.id).toBe('two');
  });

  it('is not written over by following it, whatever the wallet says here, and a balance of the same is kept', async () => {
    const { lease } = store.openLease('evm');
    const follow = (next: Connection) =>
      persisted.follow('one', async () => {
        lease.publishConnection(next);
        return true;
      });
    await follow({ ...connected, accounts: [accounts[0]] });
    expect(storage.kept.evm).toBe(written);
    await follow(other);
    lease.publishBalance({ ...balance, account: accounts[1] });
    expect(recall(storage, 'evm')).toMatchObject({
      connection: { accounts: other.accounts },
      balance: { amount: '5' },
    });
  });

  it('is not ended by a following that fails', async () => {
    const failure = { code: 'wallet/revoked', context: { wallet: 'One' } };
    await persisted.follow('one', async () => {
      publish(coming);
      publish({ status: 'disconnected', failure });
      return false;
    });
    expect(storage.kept.evm).toBe(written);
  });

  it('is written over by another account that the person or the wallet takes while it is followed', async () => {
    await persisted.follow('one', async () => {
      publish({ ...connected, accounts: [accounts[0]] });
      return false;
    });
    expect(recall(storage, 'evm')?.connection.accounts).toEqual([accounts[0]]);
  });

  it('is written over by another wallet, or none, that the person chooses while it is followed', async () => {
    const mine: Connection = { ...connected, wallet: { id: 'two', name: 'Two' } };
    const follow = (next: Connection) =>
      persisted.follow('one', async () => {
        publish(next);
        return false;
      });
    await follow(mine);
    expect(recall(storage, 'evm')?.connection.wallet.id).toBe('two');
    await follow({ status: 'disconnected' });
    expect(storage.kept.evm).toBe('');
  });
});

describe('the wallet used last', () => {
  const families = [{ id: 'evm', namespace: 'eip155' }];

  it('remembers the wallet that was connected last, also after it has been disconnected', () => {
    const storage = createFakeStorage();
    const { view, openLease } = createStore(families);
    expect(keepLastUsed(storage, view)).toEqual({});
    const { lease } = openLease('evm');
    const wallet = { id: 'rabby', name: 'Rabby' };
    lease.publishConnection({ status: 'connected', wallet, accounts: ['eip155:1:0xa'], capabilities: [] });
    lease.publishConnection({ status: 'disconnected' });
    expect(keepLastUsed(storage, createStore(families).view)).toEqual({ evm: 'rabby' });
  });

  it('does not remember a wallet that was asked and did not agree', () => {
    const storage = createFakeStorage();
    const { view, openLease } = createStore(families);
    keepLastUsed(storage, view);
    openLease('evm').lease.publishConnection({
      status: 'connecting',
      wallet: { id: 'rabby', name: 'Rabby' },
    });
    expect(keepLastUsed(storage, view)).toEqual({});
  });
});
