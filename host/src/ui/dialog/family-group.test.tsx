import type { WalletListing } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beOn } from '../../testing/devices.ts';
import { account, connect } from '../../testing/facts.ts';
import { type MountedDialog, mountDialog } from '../../testing/mount-dialog.tsx';

const wallet = (name: string, reach: 'installed' | 'window' | 'pairing' = 'installed'): WalletListing => ({
  ...{ id: name.toLowerCase(), name, reach },
});
const absent = (name: string): WalletListing => ({
  ...{ id: name.toLowerCase(), name, reach: 'absent', installUrl: 'https://wallet.invalid/' },
});
const openable = (name: string) => ({ ...absent(name), openUrl: `https://wallet.invalid/${name}` });

const identities = ['org.pier', 'org.phone'].map((identity) => ({ identity, families: ['evm', 'solana'] }));

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

it('wallets that are not here are behind a button below the others, take its place and get its focus', () => {
  mounted.publish('evm', wallet('Pier'), absent('Far'), absent('Farther'));
  mounted.open();
  expect([names(), more().textContent, more().hidden]).toEqual([['Pier'], '2 more', false]);
  expect(more().previousElementSibling?.className).toBe('wallets-list');
  more().focus();
  more().click();
  expect([names(), more().hidden]).toEqual([['Pier', 'Far', 'Farther'], true]);
  expect(document.activeElement).toBe(mounted.row('Far'));
});

it('without any other, the first three of those that are not here are shown', () => {
  mounted.publish('evm', ...['A', 'B', 'C', 'D'].map(absent));
  expect([names(), more().textContent]).toEqual([['A', 'B', 'C'], '1 more']);
  mounted.publish('evm', ...['A', 'B', 'C'].map(absent));
  expect([names(), more().hidden]).toEqual([['A', 'B', 'C'], true]);
});

it('while it is open no row moves: late wallets come below, and are sorted in after it closes', () => {
  mounted.publish('evm', wallet('Phone', 'pairing'), absent('Far'));
  mounted.open();
  mounted.publish('evm', wallet('Pier'), wallet('Quay'), wallet('Phone', 'pairing'), absent('Far'));
  expect(names()).toEqual(['Phone', 'Quay', 'Pier']);
  mounted.dialog.close();
  expect(names()).toEqual(['Quay', 'Pier', 'Phone']);
});

it('while it is open, absent wallets that were shown stay above late ones', () => {
  mounted.publish('evm', absent('Far'));
  mounted.open();
  mounted.publish('evm', wallet('Pier'), absent('Far'));
  expect(names()).toEqual(['Far', 'Pier']);
});

it('an opened group closes with the dialog', () => {
  mounted.publish('evm', wallet('Pier'), absent('Far'));
  mounted.open();
  more().click();
  mounted.dialog.close();
  expect([names(), more().hidden]).toEqual([['Pier'], false]);
});

it('a wallet whose app can open the page is on a phone among those that can be used', () => {
  beOn('Safari on iOS');
  mounted.publish('evm', absent('Far'), openable('App'), wallet('Phone', 'pairing'));
  expect([names(), more().textContent]).toEqual([['App', 'Phone'], '1 more']);
});

describe('in a wallet’s own browser', () => {
  const joined = () =>
    [...mounted.dialog.querySelectorAll('.joined b')].map(({ textContent }) => textContent);

  it('that wallet is first and alone, and all others are behind the button', () => {
    beOn('Safari on iOS');
    mounted.publish(
      'evm',
      openable('App'),
      wallet('Phone', 'pairing'),
      wallet('Quay', 'window'),
      wallet('Pier'),
    );
    mounted.open();
    expect([names(), more().textContent]).toEqual([['Pier'], '3 more']);
    more().click();
    expect(names()).toEqual(['Pier', 'App', 'Phone', 'Quay']);
  });

  it('nothing else is shown of a family whose wallet is joined with another family’s', () => {
    mounted.unmount();
    mounted = mountDialog({ identities });
    beOn('Safari on iOS');
    mounted.publish('evm', { ...wallet('Pier'), identity: 'org.pier' }, wallet('Phone', 'pairing'));
    mounted.publish('solana', { ...wallet('Pier'), identity: 'org.pier' });
    expect([joined(), names(), more().textContent]).toEqual([['Pier'], [], '1 more']);
    expect(more().parentElement?.hidden).toBe(false);
  });

  it('a wallet that is paired for several families is not above it', () => {
    mounted.unmount();
    mounted = mountDialog({ identities });
    beOn('Safari on iOS');
    const phone: WalletListing = { ...wallet('Phone', 'pairing'), identity: 'org.phone' };
    mounted.publish('evm', phone);
    mounted.publish('solana', phone);
    expect(joined()).toEqual(['Phone']);
    mounted.publish('evm', phone, wallet('Pier'));
    expect([joined(), names(), mounted.names('solana')]).toEqual([[], ['Pier'], ['Phone']]);
  });

  it('a wallet that is connected stays in view', () => {
    beOn('Safari on iOS');
    mounted.publish('evm', wallet('Phone', 'pairing'), wallet('Pier'));
    connect(mounted.shell, {
      ...{ status: 'connected', accounts: [account], capabilities: [] },
      wallet: { id: 'phone', name: 'Phone' },
    });
    mounted.open();
    expect(names()).toEqual(['Pier', 'Phone']);
  });

  it('a practice wallet is no such wallet', () => {
    beOn('Safari on iOS');
    mounted.publish('evm', { ...wallet('Practice'), practice: true }, wallet('Phone', 'pairing'));
    expect(names()).toEqual(['Practice', 'Phone']);
  });
});
