import type { WalletListing } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { discoveryMs, settledMs } from '../../limits.ts';
import { fakeConfig } from '../../testing/fake-shell.ts';
import { createFakeStorage } from '../../testing/fake-storage.ts';
import { type MountedDialog, mountDialog } from '../../testing/mount-dialog.tsx';
import { recallListed, storeListed } from './stored-wallets.ts';

describe('a stored list', () => {
  const icon = (length: number) => 'data:image/png;base64,'.padEnd(length, 'A');
  const wallet = (id: string, more: object = {}): WalletListing => ({
    ...{ id, name: id, reach: 'installed' },
    ...more,
  });
  const absent = (id: string): WalletListing =>
    wallet(id, { reach: 'absent', installUrl: 'https://wallet.invalid/' });

  let storage: ReturnType<typeof createFakeStorage>;
  const open = () => createStore(fakeConfig.families);
  /** The list of the next page. */
  const listedBefore = () => recallListed(storage, 'evm');

  function list(...wallets: readonly WalletListing[]): void {
    const store = open();
    storeListed(storage, store.view);
    store.publishWallets('evm', wallets);
    vi.advanceTimersByTime(settledMs);
  }

  beforeEach(() => {
    vi.useFakeTimers();
    storage = createFakeStorage();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('a list is stored for the next page, without large icons', () => {
    list(
      wallet('a', { icon: icon(2_048), identity: 'org.pier' }),
      wallet('b', { icon: icon(2_049) }),
      absent('c'),
    );
    expect(listedBefore()).toEqual([
      wallet('a', { icon: icon(2_048), identity: 'org.pier' }),
      wallet('b'),
      absent('c'),
    ]);
  });

  it('twelve wallets of a family are stored, those at hand first', () => {
    list(absent('away'), ...Array.from({ length: 12 }, (_, at) => wallet(`${at}`)));
    expect(listedBefore()).toHaveLength(12);
    expect(listedBefore().some(({ id }) => id === 'away')).toBe(false);
  });

  it('a list is stored once it has not changed for a while', () => {
    const store = open();
    storeListed(storage, store.view);
    store.publishWallets('evm', [wallet('a')]);
    vi.advanceTimersByTime(settledMs - 1);
    store.publishWallets('evm', [wallet('a'), wallet('b')]);
    vi.advanceTimersByTime(settledMs - 1);
    expect(storage.kept).toEqual({});
    vi.advanceTimersByTime(1);
    expect(Object.keys(storage.kept)).toEqual(['evm']);
  });

  it('an earlier list is stored too', () => {
    const store = open();
    store.publishWallets('evm', [wallet('a')]);
    storeListed(storage, store.view);
    vi.advanceTimersByTime(settledMs);
    expect(listedBefore()).toEqual([wallet('a')]);
  });

  it('a page without wallets does not change the stored list', () => {
    list(wallet('a'));
    storeListed(storage, open().view);
    vi.advanceTimersByTime(settledMs);
    expect(listedBefore()).toEqual([wallet('a')]);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '[{'],
    ['no list', '{"id":"a"}'],
    ['a wallet without a name', '[{"id":"a","reach":"installed"}]'],
    ['two wallets with one id', JSON.stringify([wallet('a'), wallet('a')])],
    [
      'a page to open that is no web page',
      JSON.stringify([{ ...absent('a'), installUrl: 'javascript:alert(1)' }]),
    ],
  ])('of %s, nothing is used', (_, text) => {
    storage.set('evm', text);
    expect(listedBefore()).toEqual([]);
  });
});

describe('a wallet of an earlier visit', () => {
  const pier: WalletListing = { id: 'pier', name: 'Pier', reach: 'installed' };
  const quay: WalletListing = { id: 'quay', name: 'Quay', reach: 'installed' };
  const absent: WalletListing = { ...pier, reach: 'absent', installUrl: 'https://wallet.invalid/' };
  const release = { remote: 'remote-evm', version: '0.1.0' };

  let mounted: MountedDialog;
  const remembered = () => [...mounted.dialog.querySelectorAll<HTMLElement>('[data-remembered]')];
  const setStage = (stage: 'listed') => mounted.shell.store.publishRemote('evm', { stage, release });

  beforeEach(() => {
    vi.useFakeTimers();
    mounted = mountDialog({ listedBefore: (family) => (family === 'evm' ? [pier, quay] : []) });
  });
  afterEach(() => {
    mounted.unmount();
    vi.useRealTimers();
  });

  describe('wallets that were listed on an earlier visit', () => {
    it('are shown at once, marked, and are named as wallets once they are listed', () => {
      expect(mounted.names('evm')).toEqual(['Pier', 'Quay']);
      const row = mounted.row('Pier');
      expect([row.dataset.wallet, remembered().length]).toEqual([undefined, 2]);
      mounted.publish('evm', quay, pier);
      expect(mounted.row('Pier')).toBe(row);
      expect([row.dataset.wallet, remembered().length]).toEqual(['pier', 0]);
    });

    it('connect when they are listed, if they were pressed before', () => {
      mounted.open();
      mounted.row('Quay').click();
      expect([mounted.pressed, mounted.dialog.open]).toEqual([[], true]);
      expect(mounted.row('Quay').querySelector('em')?.textContent).toBe('Connecting');
      mounted.publish('evm', pier);
      expect(mounted.pressed).toEqual([]);
      mounted.publish('evm', pier, quay);
      expect([mounted.pressed, mounted.dialog.open]).toEqual([['evm quay'], false]);
    });

    it('do not connect if another family lists the same id', () => {
      mounted.open();
      mounted.row('Quay').click();
      mounted.publish('solana', quay);
      expect(mounted.pressed).toEqual([]);
    });

    it('connect only for the last press, and for none once the dialog is closed', () => {
      mounted.open();
      mounted.row('Quay').click();
      mounted.row('Pier').click();
      mounted.publish('evm', quay);
      expect(mounted.pressed).toEqual([]);
      mounted.dialog.close();
      mounted.publish('evm', quay, pier);
      expect(mounted.pressed).toEqual([]);
    });

    it('open no other page if they are no longer installed', () => {
      const opened: unknown[] = [];
      vi.stubGlobal('open', (...values: unknown[]) => opened.push(values));
      mounted.open();
      mounted.row('Pier').click();
      mounted.publish('evm', absent);
      expect([opened, mounted.pressed]).toEqual([[], []]);
    });

    it.each([
      ['has another name', [{ ...quay, name: 'Pier' }]],
      ['is one of two of that name', [quay, { ...quay, id: 'other' }]],
    ])('do not connect if the listed one %s', (_, wallets) => {
      mounted.open();
      mounted.row('Quay').click();
      mounted.publish('evm', ...wallets);
      expect(mounted.pressed).toEqual([]);
    });

    it('disappear with their press when the family has listed its wallets without them', () => {
      mounted.open();
      mounted.row('Quay').click();
      mounted.publish('evm', pier);
      setStage('listed');
      vi.advanceTimersByTime(discoveryMs - 1);
      expect(mounted.names('evm')).toEqual(['Pier', 'Quay']);
      vi.advanceTimersByTime(1);
      expect(mounted.names('evm')).toEqual(['Pier']);
      mounted.publish('evm', pier, quay);
      expect(mounted.pressed).toEqual([]);
    });

    it('stay for as long as their family is still loading', () => {
      vi.advanceTimersByTime(discoveryMs);
      expect(mounted.names('evm')).toEqual(['Pier', 'Quay']);
      mounted.publish('evm', pier);
      setStage('listed');
      expect(mounted.names('evm')).toEqual(['Pier']);
    });

    it('disappear at once if their family fails', () => {
      const failure = { code: 'release/unreachable', context: { remote: 'remote-evm' } };
      mounted.shell.store.publishRemote('evm', { stage: 'failed', failure, step: 'again' });
      expect(mounted.names('evm')).toEqual([]);
    });

    it('do not return once they were listed and removed', () => {
      mounted.publish('evm', pier, quay);
      mounted.publish('evm', quay);
      expect(mounted.names('evm')).toEqual(['Quay']);
    });
  });

  it('a wallet of several families is one row from the first frame, and connects the pressed family', () => {
    const both: WalletListing = { ...pier, identity: 'org.pier' };
    const identities = [{ identity: 'org.pier', families: ['evm', 'solana'] }];
    mounted.unmount();
    mounted = mountDialog({ identities, listedBefore: (family) => (family === 'near' ? [] : [both]) });
    const parts = () => [...mounted.dialog.querySelectorAll<HTMLElement>('.joined-part')];
    mounted.open();
    const [evm, solana] = parts();
    solana?.click();
    expect(solana?.ariaLabel).toBe('Pier, Solana: Connecting');
    mounted.publish('evm', both);
    expect(parts()).toEqual([evm, solana]);
    mounted.publish('solana', both);
    expect(mounted.pressed).toEqual(['solana pier']);
  });
});
