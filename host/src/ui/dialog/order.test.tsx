import type { WalletListing } from '@linkspan/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MountedDialog, mountDialog } from '../../testing/mount-dialog.tsx';

const wallet = (name: string, reach: 'installed' | 'window' | 'pairing' = 'installed'): WalletListing => ({
  ...{ id: name.toLowerCase(), name, reach },
});
const absent = (name: string): WalletListing => ({
  ...{ id: name.toLowerCase(), name, reach: 'absent', installUrl: 'https://wallet.invalid/' },
});

let mounted: MountedDialog;
const names = () => mounted.names('evm');
const more = () => mounted.dialog.querySelector('[data-group=evm] .wallets-more') as HTMLButtonElement;

beforeEach(() => {
  mounted = mountDialog({ lastUsed: { evm: 'quay' } });
});
afterEach(() => mounted.unmount());

it('the wallet used last comes first and says so, then those installed, then those that open elsewhere', () => {
  mounted.publish('evm', wallet('Phone', 'pairing'), wallet('Pier'), wallet('Quay', 'window'));
  expect(names()).toEqual(['Quay', 'Pier', 'Phone']);
  expect(['Quay', 'Pier'].map((name) => mounted.row(name).querySelector('em')?.textContent)).toEqual([
    'Recent',
    '',
  ]);
});

it('wallets that are not here are behind a button of their group, which shows and hides them in place', () => {
  mounted.publish('evm', wallet('Pier'), absent('Far'), absent('Farther'));
  mounted.open();
  expect([names(), more().textContent, more().ariaExpanded]).toEqual([['Pier'], '2 more', 'false']);
  more().click();
  expect([names(), more().ariaExpanded]).toEqual([['Pier', 'Far', 'Farther'], 'true']);
  more().click();
  expect(names()).toEqual(['Pier']);
});

it('without any other, the first three of those that are not here are shown', () => {
  mounted.publish('evm', ...['A', 'B', 'C', 'D'].map(absent));
  expect([names(), more().textContent]).toEqual([['A', 'B', 'C'], '1 more']);
  mounted.publish('evm', ...['A', 'B', 'C'].map(absent));
  expect([names(), more().hidden]).toEqual([['A', 'B', 'C'], true]);
});

it('while it is open no row moves: what comes late comes below, and is sorted in when it has been closed', () => {
  mounted.publish('evm', wallet('Phone', 'pairing'), absent('Far'));
  mounted.open();
  mounted.publish('evm', wallet('Pier'), wallet('Quay'), wallet('Phone', 'pairing'), absent('Far'));
  expect(names()).toEqual(['Phone', 'Quay', 'Pier']);
  mounted.dialog.close();
  expect(names()).toEqual(['Quay', 'Pier', 'Phone']);
});

it('while it is open, what was shown because there was no other stays above what comes', () => {
  mounted.publish('evm', absent('Far'));
  mounted.open();
  mounted.publish('evm', wallet('Pier'), absent('Far'));
  expect(names()).toEqual(['Far', 'Pier']);
});

it('what has been opened of a group is folded when the dialog is closed', () => {
  mounted.publish('evm', wallet('Pier'), absent('Far'));
  mounted.open();
  more().click();
  mounted.dialog.close();
  expect([names(), more().ariaExpanded]).toEqual([['Pier'], 'false']);
});
