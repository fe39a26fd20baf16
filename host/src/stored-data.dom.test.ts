import { createStore } from '@linkspan/store';
import { refused } from '@linkspan/trust/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { Ledger } from './ledger/ledger.ts';
import { openLedgerStorage } from './ledger/storage.ts';
import { openFailureMark, readFailure } from './releases/failure-mark.ts';
import { chooseWorking } from './releases/source.ts';
import { keepLastUsed, openMemory, recall } from './session/remembered.ts';
import { dropOlder, openStorage, storagePrefix } from './storage.ts';
import { fakeConfig } from './testing/fake-shell.ts';
import { createSignedRemote, testTime } from './testing/signed-remote.ts';
import { storedBefore } from './testing/stored-before.ts';
import { listedPrefix, recallListed } from './ui/dialog/stored-wallets.ts';

// A page made by commit c85fe4b2, before version 0.1.0, has stored all of this: docs/versions.md says what becomes of it.

beforeEach(() => {
  localStorage.clear();
  for (const [key, text] of Object.entries(storedBefore)) localStorage.setItem(key, text);
});

it('nothing is dropped for its age', () => {
  dropOlder();
  expect(Object.keys(localStorage).sort()).toEqual(Object.keys(storedBefore).sort());
});

describe('a remembered wallet', () => {
  it('is restored with its accounts, the one in use first, and its balance', () => {
    const accounts = [
      'eip155:1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      'eip155:1:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    ];
    const wallet = { id: 'io.metamask', name: 'MetaMask', icon: 'data:image/svg+xml,<svg/>' };
    expect(recall(openMemory(), 'evm')).toEqual({
      connection: { status: 'reconnecting', wallet, accounts },
      balance: { account: accounts[0], amount: '1250000000000000000' },
    });
  });

  it('is restored without a balance if there was none', () => {
    const account = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv';
    const wallet = { id: 'Phantom', name: 'Phantom' };
    expect(recall(openMemory(), 'solana')).toEqual({
      connection: { status: 'reconnecting', wallet, accounts: [account] },
    });
  });

  it('stays disconnected if the person had disconnected it', () => {
    expect(recall(openMemory(), 'near')).toBeUndefined();
    expect(openMemory().get('near')).toBe('');
  });

  it('is the one that was used last', () => {
    const { view } = createStore(fakeConfig.families);
    const known = keepLastUsed(openStorage(`${storagePrefix}last-used:`), view);
    expect(known).toMatchObject({ evm: 'io.metamask', solana: 'Phantom' });
  });

  it('is in the list that the dialog shows before discovery has answered', () => {
    const listed = recallListed(openStorage(listedPrefix), 'evm');
    expect(listed.map(({ id, reach }) => `${id} ${reach}`)).toEqual([
      'io.metamask installed',
      'com.coinbase.wallet window',
      'walletconnect pairing',
      'io.rabby absent',
    ]);
  });
});

describe('activity', () => {
  const open = () => {
    const { view } = createStore(fakeConfig.families);
    const storage = openLedgerStorage(window);
    const ledger = new Ledger({ storage, view, now: () => testTime, newId: () => 'new' });
    ledger.refresh();
    return ledger;
  };
  const sends = Object.keys(storedBefore).filter((key) => key.startsWith('linkspan:1:sends:'));

  it('has each send, newest first, with what was asked and how it ended', () => {
    const lost = { from: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', amount: '2400000' };
    expect(open().sends()).toMatchObject([
      { family: 'evm', intent: { moves: { amount: '1' } }, outcome: { state: 'unknown' } },
      {
        family: 'near',
        intent: { account: 'near:mainnet:harbour.near', moves: { to: 'pier.near' } },
        outcome: { state: 'failed', comparison: { result: 'not-compared', why: 'relayer' } },
      },
      {
        family: 'solana',
        isDismissed: true,
        outcome: { state: 'landed', comparison: { result: 'not-as-asked', moved: [lost] } },
      },
      { family: 'evm', note: '{"block":21000000,"count":7,"nonce":7}', outcome: { state: 'sent' } },
    ]);
  });

  it('shows the lines that a person could compare', () => {
    expect(open().sends()[1]?.intent).toEqual({
      account: 'near:mainnet:harbour.near',
      method: 'send',
      asksFor: 'transaction',
      lines: [
        { is: 'amount', value: '1000000000000000000000000' },
        { is: 'recipient', value: 'pier.near' },
      ],
      moves: { to: 'pier.near', amount: '1000000000000000000000000' },
    });
  });

  it('learns how an open send has ended, for later pages too', () => {
    const id = sends[0]?.slice('linkspan:1:sends:'.length) ?? '';
    const transaction = '0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b';
    open().record(id, { state: 'landed', transaction, isFinal: true });
    expect(open().sends().at(-1)).toMatchObject({ id, outcome: { state: 'landed', isFinal: true } });
  });

  it('loses one that nobody can read, and no other', () => {
    const [torn = ''] = sends;
    localStorage.setItem(torn, storedBefore[torn]?.slice(0, 100) ?? '');
    expect(open().sends()).toHaveLength(3);
    expect(localStorage.getItem(torn)).toBeNull();
  });
});

describe('the documents of a remote', () => {
  const key = 'remote-evm';
  const tab = 'tab';
  const now = () => testTime;

  /** A browser that has them, whose page has the remote's root of today. */
  async function visit() {
    const remote = await createSignedRemote(key);
    const storage = openStorage(`${storagePrefix}release:`);
    await remote.goLive({ version: 1 });
    const stored = JSON.parse(storage.get(key) ?? '');
    /** The team has made its root of today with the keys of then. */
    const keepKeys = () =>
      storage.set(key, JSON.stringify({ ...stored, rootKeys: remote.team.root.roles.root.keyids }));
    return { remote, storage, stored, keepKeys, load: () => remote.load({}, { storage }) };
  }

  it.each([
    ['new keys', false],
    ['the same keys', true],
  ])('count as missing for a root of %s, all but the visitor’s place among all', async (_, isSame) => {
    const { stored, storage, keepKeys, load } = await visit();
    if (isSame) keepKeys();
    const releases = load();
    expect(await releases.copy('own')).toBeUndefined();
    const { live, policy } = await releases.fresh(1_000);
    expect([live.version, policy.seen.root, policy.seen.live]).toEqual([1, 1, 1]);
    expect(JSON.parse(storage.get(key) ?? '')).toMatchObject({ bucket: stored.bucket, seen: { live: 1 } });
  });

  it('are forgotten once: an older document of today is refused as ever', async () => {
    const { remote, keepKeys, load } = await visit();
    keepKeys();
    await remote.goLive({ version: 5 });
    await load().fresh(1_000);
    await remote.goLive({ version: 4 });
    expect(await refused(load().fresh(1_000))).toMatchObject({ code: 'release/older' });
  });

  it('hold back no release of today, by a failure, a mark, or a last good release', async () => {
    const { storage, load } = await visit();
    const releases = load();
    const needs = { remote: { name: key }, storage, tab, now };
    const { chosen, recordedFailure } = await chooseWorking(await releases.fresh(1_000), releases, needs);
    expect([chosen.manifest.version, recordedFailure]).toEqual(['1.2.3', undefined]);
    const release = { id: chosen.id, ref: { version: '1.2.3' } };
    const mark = openFailureMark({ remote: key, release, documents: storage, tab, now });
    expect(mark.needsPress).toBe(false);
    expect(await mark.during('connector', async () => 'loaded')).toBe('loaded');
    mark.work();
    expect(storage.get(`${key}:worked`)?.slice(0, 64)).toBe(chosen.id);
    expect(readFailure(storage, { remote: key, tab, now: testTime })?.id).not.toBe(chosen.id);
  });
});
