import type { WalletListing } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { discoveryMs } from '../../limits.ts';
import { type MountedDialog, mountDialog } from '../../testing/mount-dialog.tsx';

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

  it('are asked when they are listed, if they were pressed before', () => {
    mounted.open();
    mounted.row('Quay').click();
    expect([mounted.pressed, mounted.dialog.open]).toEqual([[], true]);
    expect(mounted.row('Quay').querySelector('em')?.textContent).toBe('Connecting');
    mounted.publish('evm', pier);
    expect(mounted.pressed).toEqual([]);
    mounted.publish('evm', pier, quay);
    expect([mounted.pressed, mounted.dialog.open]).toEqual([['evm quay'], false]);
  });

  it('are not asked for a press on the wallet of another family that has the same id', () => {
    mounted.open();
    mounted.row('Quay').click();
    mounted.publish('solana', quay);
    expect(mounted.pressed).toEqual([]);
  });

  it('are asked only for the last press, and for none once the dialog is closed', () => {
    mounted.open();
    mounted.row('Quay').click();
    mounted.row('Pier').click();
    mounted.publish('evm', quay);
    expect(mounted.pressed).toEqual([]);
    mounted.dialog.close();
    mounted.publish('evm', quay, pier);
    expect(mounted.pressed).toEqual([]);
  });

  it('open no other page where they are installed no more', () => {
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
  ])('are not asked where the one that is listed %s', (_, wallets) => {
    mounted.open();
    mounted.row('Quay').click();
    mounted.publish('evm', ...wallets);
    expect(mounted.pressed).toEqual([]);
  });

  it('go with what was pressed when the family has listed its wallets and they stay away', () => {
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

  it('go at once where their family fails', () => {
    const failure = { code: 'release/unreachable', context: { remote: 'remote-evm' } };
    mounted.shell.store.publishRemote('evm', { stage: 'failed', failure, step: 'again' });
    expect(mounted.names('evm')).toEqual([]);
  });

  it('do not come back once they were listed and have gone', () => {
    mounted.publish('evm', pier, quay);
    mounted.publish('evm', quay);
    expect(mounted.names('evm')).toEqual(['Quay']);
  });
});

it('a wallet of several families is one row from the first frame, and is asked in the family that was pressed', () => {
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
