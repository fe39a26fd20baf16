import type { WalletListing } from '@linkspan/contract';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MountedDialog, mountDialog } from '../../testing/mount-dialog.tsx';
import { DialogFrame } from '../page-frame.tsx';
import { assistDialog } from './assist-dialog.ts';

const wallet = (name: string, identity?: string): WalletListing => ({
  ...{ id: name.toLowerCase(), name, reach: 'installed' as const },
  ...(identity && { identity }),
});
const pier = wallet('Pier', 'org.pier');

let mounted: MountedDialog;

const choices = () => [...mounted.dialog.querySelectorAll<HTMLInputElement>('[type=radio]')];
const chosen = () => choices().find(({ checked }) => checked)?.value;
const choose = (family: string) =>
  choices()
    .find(({ value }) => value === family)
    ?.click();
const groups = () =>
  [...mounted.dialog.querySelectorAll('.wallets:not([hidden]) h3')].map(({ textContent }) => textContent);
const joined = () =>
  [...mounted.dialog.querySelectorAll('.joined:not([hidden]) .joined-part:not([hidden])')].map(
    ({ textContent }) => textContent,
  );
const list = (family: string) =>
  mounted.shell.store.publishRemote(family, {
    ...{ stage: 'listed', release: { remote: `remote-${family}`, version: '0.1.0' } },
  });

beforeEach(() => {
  mounted = mountDialog({ identities: [{ identity: 'org.pier', families: ['evm', 'solana'] }] });
  mounted.publish('evm', pier, wallet('Quay'));
  mounted.publish('solana', pier, wallet('Mole'));
  mounted.publish('near', wallet('Buoy'));
});
afterEach(() => mounted.unmount());

it('all families are shown at first, in the order of the configuration', () => {
  expect([choices().map(({ value }) => value), chosen()]).toEqual([['', 'evm', 'solana', 'near'], '']);
  expect(groups()).toEqual(['One wallet for several networks', 'Ethereum', 'Solana', 'NEAR']);
});

it('a family hides the groups of the others, and their buttons in a joined row', () => {
  mounted.open();
  choose('solana');
  expect([groups(), joined()]).toEqual([['One wallet for several networks', 'Solana'], ['Solana']]);
  choose('near');
  expect([groups(), joined()]).toEqual([['NEAR'], []]);
  choose('');
  expect([groups().length, joined()]).toEqual([4, ['Ethereum', 'Solana']]);
});

it('no row moves for it: each is the same element, in the same order', () => {
  mounted.open();
  mounted.publish('evm', wallet('Late'), pier, wallet('Quay'));
  const rows = [...mounted.dialog.querySelectorAll('[data-row]')];
  choose('near');
  choose('');
  expect([...mounted.dialog.querySelectorAll('[data-row]')]).toEqual(rows);
});

it('to open the dialog for a family chooses that family, and the next time all', () => {
  mounted.open('near');
  expect([chosen(), groups()]).toEqual(['near', ['NEAR']]);
  mounted.dialog.close();
  expect(chosen()).toBe('');
  mounted.dialog.showModal();
  expect(groups()).toHaveLength(4);
  mounted.open();
  expect(chosen()).toBe('');
});

it('wallets are looked for only in what is shown', () => {
  const says = () => mounted.dialog.querySelector('.sheet-says')?.textContent;
  list('near');
  expect(says()).toBe('Looking for wallets…');
  mounted.open('near');
  expect(says()).toBe('');
  choose('evm');
  expect(says()).toBe('Looking for wallets…');
});

it('the search finds nothing of another family, and says so', () => {
  assistDialog({ ...mounted, element: mounted.dialog, view: mounted.shell.view, retry: () => undefined });
  mounted.open();
  const field = mounted.dialog.querySelector<HTMLInputElement>('[type=search]') as HTMLInputElement;
  const search = (text: string) => {
    field.value = text;
    field.dispatchEvent(new Event('input'));
  };
  search('pier');
  expect(joined()).toEqual(['Ethereum', 'Solana']);
  choose('solana');
  expect([joined(), groups()]).toEqual([['Solana'], ['One wallet for several networks']]);
  choose('near');
  expect([joined(), groups()]).toEqual([[], []]);
  expect(mounted.dialog.querySelector('.sheet-list > [role=status]')?.textContent).toBe(
    'No wallet called “pier”',
  );
  search('');
  expect(groups()).toEqual(['NEAR']);
  choose('');
  search('ethereum');
  expect(joined()).toEqual(['Ethereum', 'Solana']);
  choose('solana');
  expect(joined()).toEqual([]);
});

it('arrow keys stay with the filter while it has the focus', () => {
  assistDialog({ ...mounted, element: mounted.dialog, view: mounted.shell.view, retry: () => undefined });
  mounted.open();
  choices()[0]?.focus();
  const event = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true });
  expect(choices()[0]?.dispatchEvent(event)).toBe(true);
});

it('a page of one family has no filter', () => {
  const only = mounted.shell.config.families.slice(0, 1);
  expect(renderToString(<DialogFrame families={only} />)).not.toContain('radio');
});
