import type { WalletListing } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MountedDialog, mountDialog } from '../../testing/mount-dialog.tsx';
import { assistDialog } from './assist-dialog.ts';

const wallet = (name: string): WalletListing => ({ id: name.toLowerCase(), name, reach: 'installed' });
const far: WalletListing = {
  ...{ id: 'far', name: 'Fár Wallet', reach: 'absent', installUrl: 'https://wallet.invalid/' },
};
const seven = ['A1', 'B2', 'C3', 'D4', 'E5', 'F6', 'G7'].map(wallet);

let mounted: MountedDialog;
const retried: string[] = [];
const field = () => mounted.dialog.querySelector('[type=search]') as HTMLInputElement;
const isOffered = () => field().parentElement?.hidden === false;
const focused = () =>
  document.activeElement?.querySelector('b')?.textContent ?? document.activeElement?.tagName;

function search(text: string): void {
  mounted.open();
  field().value = text;
  field().dispatchEvent(new Event('input'));
}

/** Returns whether the browser is left to do what it does. */
function press(key: string): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  return document.activeElement?.dispatchEvent(event) ?? true;
}

beforeEach(() => {
  mounted = mountDialog();
  const { dialog, shell, setAssist } = mounted;
  assistDialog({ element: dialog, view: shell.view, retry: (family) => retried.push(family), setAssist });
});
afterEach(() => mounted.unmount());

describe('the search', () => {
  beforeEach(() => {
    mounted.publish('evm', ...seven, far);
    mounted.publish('solana', wallet('Pier'));
  });

  it('appears above eight rows, with their number', () => {
    expect([isOffered(), field().placeholder]).toEqual([true, 'Search 9 wallets']);
    mounted.publish('solana');
    expect(isOffered()).toBe(false);
  });

  it('neither appears nor disappears while the dialog is open', () => {
    mounted.open();
    mounted.publish('solana');
    expect(isOffered()).toBe(true);
    mounted.dialog.close();
    expect(isOffered()).toBe(false);
    mounted.open();
    mounted.publish('solana', wallet('Pier'));
    expect([isOffered(), field().placeholder]).toEqual([false, 'Search 9 wallets']);
  });

  it('finds names whatever their case and accents, also of wallets that are not shown', () => {
    search(' fAr');
    expect([mounted.names('evm'), mounted.names('solana')]).toEqual([['Fár Wallet'], []]);
    const hidden = (family: string) =>
      mounted.dialog.querySelector<HTMLElement>(`[data-group=${family}]`)?.hidden;
    expect([hidden('evm'), hidden('solana'), hidden('near')]).toEqual([false, true, true]);
  });

  it('finds a network', () => {
    search('solana');
    expect([mounted.names('evm'), mounted.names('solana')]).toEqual([[], ['Pier']]);
  });

  it('says if no wallet matches, and shows all again once it is empty', () => {
    const hint = () => mounted.dialog.querySelector('.wallets-hint[role=status]')?.textContent;
    search('zebra');
    expect(hint()).toBe('No wallet called “zebra”');
    search('');
    expect([hint(), mounted.names('evm').length]).toEqual(['', 7]);
  });

  it('shows hidden wallets again once it is empty', () => {
    search('pier');
    search('');
    mounted.dialog.querySelector<HTMLElement>('[data-group=evm] .wallets-more')?.click();
    expect(mounted.names('evm').at(-1)).toBe('Fár Wallet');
  });

  it('is cleared by Escape, which closes the dialog only then', () => {
    mounted.open();
    field().focus();
    search('pier');
    expect(press('Escape')).toBe(false);
    expect([field().value, mounted.names('evm').length]).toEqual(['', 7]);
    expect(press('Escape')).toBe(true);
  });

  it('is empty when the dialog is opened again', () => {
    mounted.open();
    search('pier');
    mounted.dialog.close();
    expect([field().value, mounted.names('evm').length]).toEqual(['', 7]);
  });
});

it('loads a family again that could not be loaded', () => {
  const failure = { code: 'release/unreachable', context: { remote: 'remote-evm' } };
  const again = () => mounted.dialog.querySelector<HTMLButtonElement>('[data-group=evm] .wallets-again');
  expect(again()?.hidden).toBe(true);
  mounted.shell.store.publishRemote('evm', { stage: 'failed', failure, step: 'again' });
  expect(again()?.hidden).toBe(false);
  again()?.click();
  expect(retried).toEqual(['evm']);
});

describe('the keyboard', () => {
  beforeEach(() => {
    mounted.publish('evm', ...seven, far);
    mounted.publish('solana', wallet('Pier'), wallet('Quay'));
    mounted.open();
    field().focus();
  });

  it('moves from the search into the list, between wallets across groups, and back', () => {
    press('ArrowDown');
    expect(focused()).toBe('A1');
    press('ArrowUp');
    expect(focused()).toBe('INPUT');
    mounted.row('G7').focus();
    press('ArrowDown');
    expect(focused()).toBe('Pier');
    press('ArrowUp');
    expect(focused()).toBe('G7');
  });

  it('moves to the first and the last wallet, but within the text of the search', () => {
    expect([press('Home'), press('End')]).toEqual([true, true]);
    mounted.row('C3').focus();
    press('End');
    expect(focused()).toBe('Quay');
    expect(press('ArrowDown')).toBe(true);
    press('Home');
    expect(focused()).toBe('A1');
  });

  it('continues from a button between the wallets', () => {
    mounted.dialog.querySelector<HTMLElement>('[data-group=evm] .wallets-more')?.focus();
    press('ArrowDown');
    expect(focused()).toBe('Pier');
  });

  it('does not interrupt a composition', () => {
    const event = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, isComposing: true });
    field().dispatchEvent(event);
    expect(focused()).toBe('INPUT');
  });
});

describe('a wallet of several families', () => {
  const both: WalletListing = { ...wallet('Pier'), identity: 'org.pier' };
  const joined = () => mounted.dialog.querySelector('.joined') as HTMLElement;
  const group = () => mounted.dialog.querySelector('.wallets-joined') as HTMLElement;

  beforeEach(() => {
    mounted.unmount();
    mounted = mountDialog({ identities: [{ identity: 'org.pier', families: ['evm', 'solana'] }] });
    const { dialog, shell, setAssist } = mounted;
    assistDialog({ element: dialog, view: shell.view, retry: (family) => retried.push(family), setAssist });
    mounted.publish('evm', both, ...seven);
    mounted.publish('solana', both);
  });

  it('is counted once, and found by its name and by each of its networks alone', () => {
    expect(field().placeholder).toBe('Search 8 wallets');
    for (const [text, isFound] of [
      ['pier', true],
      ['ethereum', true],
      ['solana', true],
      ['near', false],
      ['several', false],
    ] as const) {
      search(text);
      expect([text, joined().hidden, group().hidden]).toEqual([text, !isFound, !isFound]);
    }
  });

  it('is skipped by the keys while it is hidden', () => {
    search('b2');
    field().focus();
    press('ArrowDown');
    expect(focused()).toBe('B2');
  });
});
