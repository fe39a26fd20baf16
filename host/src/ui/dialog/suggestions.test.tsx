import type { WalletListing } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beOn } from '../../testing/devices.ts';
import { type MountedDialog, mountDialog } from '../../testing/mount-dialog.tsx';
import { assistDialog } from './assist-dialog.ts';

const wallet = (name: string, reach: 'installed' | 'window' | 'pairing'): WalletListing => ({
  ...{ id: name.toLowerCase(), name, reach, identity: `org.${name.toLowerCase()}` },
});
const absent = (name: string, openUrl?: string) => ({
  ...{ id: name.toLowerCase(), name, reach: 'absent' as const, identity: `org.${name.toLowerCase()}` },
  ...{ installUrl: `https://${name.toLowerCase()}.invalid/`, ...(openUrl && { openUrl }) },
});
const practice: WalletListing = { ...wallet('Practice', 'installed'), practice: true };
const both = ['org.phone', 'org.pier', 'org.practice'].map((identity) => ({
  identity,
  families: ['evm', 'solana'],
}));

let mounted: MountedDialog;

const mount = () => {
  mounted = mountDialog({ identities: both });
  assistDialog({ ...mounted, element: mounted.dialog, view: mounted.shell.view, retry: () => undefined });
};
const list = (...families: readonly string[]) => {
  for (const family of families)
    mounted.shell.store.publishRemote(family, {
      ...{ stage: 'listed', release: { remote: `remote-${family}`, version: '0.1.0' } },
    });
};
const choose = (family: string) =>
  mounted.dialog.querySelector<HTMLInputElement>(`[type=radio][value="${family}"]`)?.click();
/** The shown groups in the order of the page, each with its rows. */
const shown = () =>
  [...mounted.dialog.querySelectorAll('.wallets:not([hidden])')].map((group) => [
    group.querySelector('h3')?.textContent,
    ...[...group.querySelectorAll('[data-row]:not([hidden])')].map(
      (row) => row.querySelector('b')?.textContent,
    ),
  ]);
const row = (name: string) =>
  [...mounted.dialog.querySelectorAll<HTMLElement>('[data-row]')].find(
    (one) => one.querySelector('b')?.textContent === name,
  ) as HTMLElement;
const publish = () => {
  mounted.publish('evm', absent('Mole'), absent('Pier'), wallet('Phone', 'pairing'), practice);
  mounted.publish('solana', absent('Pier'), wallet('Phone', 'pairing'), practice);
  mounted.publish('near', wallet('Window', 'window'), absent('Buoy'));
};

beforeEach(mount);
afterEach(() => {
  vi.restoreAllMocks();
  mounted.unmount();
});

describe('without a wallet in this browser', () => {
  it('a wallet on the phone comes first, then wallets to get, each once, and a practice wallet last', () => {
    publish();
    list('evm', 'solana', 'near');
    expect(shown()).toEqual([
      ['Wallet on your phone', 'Phone'],
      ['NEAR', 'Window'],
      ['Get a wallet', 'Mole', 'Pier', 'Buoy'],
      ['Not sure yet?', 'Practice'],
    ]);
    expect(mounted.dialog.querySelector('.wallets-get .wallets-aside')?.textContent).toBe(
      'None found in this browser',
    );
    expect(row('Pier').textContent?.trim()).toBe('Pier Get ↗');
    expect(row('Pier').querySelectorAll('.wallet-marks > [data-family]')).toHaveLength(2);
    expect(row('Phone').querySelector('small')?.textContent).toBe('Scan a code with its app');
    expect([...row('Phone').querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel)).toEqual([
      'Phone, Ethereum: Connect',
      'Phone, Solana: Connect',
    ]);
  });

  it('a press on a wallet to get opens its page', () => {
    const opened: unknown[] = [];
    vi.stubGlobal('open', (url: unknown) => opened.push(url));
    publish();
    list('evm', 'solana', 'near');
    mounted.open();
    row('Buoy').click();
    expect([opened, mounted.pressed]).toEqual([['https://buoy.invalid/'], []]);
  });

  it('absent wallets are one only if the configuration lists their identity, and their names are the same', () => {
    mounted.publish('evm', absent('Mole'), { ...absent('Pier'), name: 'Peer' });
    mounted.publish('solana', absent('Mole'), absent('Pier'));
    list('evm', 'solana', 'near');
    expect(shown()).toContainEqual(['Get a wallet', 'Mole', 'Peer', 'Mole', 'Pier']);
  });

  it('a wallet of one family has the same place as one of several', () => {
    mounted.publish('near', absent('Buoy'), wallet('Beam', 'pairing'), practice);
    list('evm', 'solana', 'near');
    mounted.open('near');
    expect(shown()).toEqual([
      ['Wallet on your phone', 'Beam'],
      ['Get a wallet', 'Buoy'],
      ['Not sure yet?', 'Practice'],
    ]);
  });

  it('a wallet in doubt stays in its family’s group, where its button says so', () => {
    const second: WalletListing = { ...practice, id: 'second' };
    mounted.publish('evm', absent('Mole'), practice, second);
    list('evm', 'solana', 'near');
    expect(shown()).toContainEqual(['Ethereum', 'Practice', 'Practice']);
    expect(row('Practice').textContent).toContain('Several wallets claim to be this one. Pick with care.');
  });

  it('only the chosen family decides', () => {
    publish();
    mounted.publish('near', wallet('Quay', 'installed'), absent('Buoy'));
    list('evm', 'solana', 'near');
    expect(shown().map(([title]) => title)).not.toContain('Get a wallet');
    mounted.open();
    choose('solana');
    expect(shown()).toEqual([
      ['Wallet on your phone', 'Phone'],
      ['Get a wallet', 'Pier'],
      ['Not sure yet?', 'Practice'],
    ]);
    choose('near');
    expect(shown()).toEqual([['NEAR', 'Quay']]);
  });

  it('a wallet of several families is that of the first family that is shown', () => {
    const opened: unknown[] = [];
    vi.stubGlobal('open', (url: unknown) => opened.push(url));
    mounted.publish('evm', absent('Pier'));
    mounted.publish('solana', { ...absent('Pier'), installUrl: 'https://solana.invalid/' });
    list('evm', 'solana', 'near');
    mounted.open();
    const pier = () => mounted.dialog.querySelector('.wallets-get [data-row]') as HTMLElement;
    const marks = () =>
      [...pier().querySelectorAll<HTMLElement>('.glyph')].map(({ dataset }) => dataset.family);
    for (const [family, shown] of [
      ['solana', ['solana']],
      ['evm', ['evm']],
      ['', ['evm', 'solana']],
    ] as const) {
      choose(family);
      expect(marks()).toEqual(shown);
      pier().click();
    }
    expect(opened).toEqual(['https://solana.invalid/', 'https://pier.invalid/', 'https://pier.invalid/']);
  });

  it('it neither begins nor ends while the dialog is open, since rows would move', () => {
    publish();
    mounted.open();
    const before = shown();
    list('evm', 'solana', 'near');
    expect(shown()).toEqual(before);
    mounted.dialog.close();
    expect(shown().at(-1)).toEqual(['Not sure yet?', 'Practice']);
    mounted.open();
    mounted.publish('near', wallet('Quay', 'installed'), wallet('Window', 'window'), absent('Buoy'));
    expect(shown()).toContainEqual(['Get a wallet', 'Mole', 'Pier', 'Buoy']);
    expect(shown()).toContainEqual(['NEAR', 'Window', 'Quay']);
    mounted.dialog.close();
    expect(shown().map(([title]) => title)).not.toContain('Get a wallet');
  });

  it('a family that failed still says so', () => {
    mounted.publish('evm', absent('Mole'));
    list('evm', 'solana');
    const failure = { code: 'release/unreachable', context: { remote: 'remote-near' } };
    mounted.shell.store.publishRemote('near', { stage: 'failed', failure, step: 'again' });
    expect(mounted.dialog.querySelector('[data-group=near]:not([hidden]) p')?.textContent).toMatch(
      'Not available right now',
    );
  });

  it('the search finds them by their names and each of their networks', () => {
    publish();
    mounted.publish('near', ...['A', 'B', 'C', 'D', 'E', 'F'].map((name) => absent(name)));
    list('evm', 'solana', 'near');
    mounted.open();
    const field = mounted.dialog.querySelector<HTMLInputElement>('[type=search]') as HTMLInputElement;
    field.value = 'solana';
    field.dispatchEvent(new Event('input'));
    expect(shown()).toEqual([
      ['Wallet on your phone', 'Phone'],
      ['Get a wallet', 'Pier'],
      ['Not sure yet?', 'Practice'],
    ]);
  });
});

describe('on a phone', () => {
  beforeEach(() => {
    mounted.unmount();
    beOn('Safari on iOS');
    mount();
    mounted.publish(
      'evm',
      absent('Mole'),
      absent('Pier', 'https://pier.invalid/open'),
      wallet('Phone', 'pairing'),
    );
    mounted.publish(
      'solana',
      absent('Pier', 'https://pier.invalid/open'),
      wallet('Phone', 'pairing'),
      practice,
    );
    list('evm', 'solana', 'near');
  });

  it('apps that open this page come first, then a wallet on another device', () => {
    expect(shown().slice(0, 2)).toEqual([
      ['Open in your wallet’s app', 'Pier'],
      ['Wallet on another device', 'Phone'],
    ]);
    expect(shown()).toContainEqual(['Get a wallet', 'Mole']);
    expect(row('Pier').querySelector('em')?.textContent).toBe('Open ↗');
    expect(
      [...row('Pier').querySelectorAll<HTMLElement>('.glyph')].map(({ dataset }) => dataset.family),
    ).toEqual(['evm', 'solana']);
  });

  it('in a wallet’s own browser that wallet leads as before', () => {
    mounted.publish('evm', wallet('Quay', 'installed'), absent('Mole'));
    expect(shown()[0]).toEqual(['Ethereum', 'Quay']);
  });
});
