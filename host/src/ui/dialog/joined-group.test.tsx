import type { WalletListing } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listMixedTexts } from '../../testing/list-mixed-texts.ts';
import { type MountedDialog, mountDialog } from '../../testing/mount-dialog.tsx';
import { dialogTexts } from '../texts/en-dialog.ts';

const pier = (id: string, more: object = {}): WalletListing => ({
  ...{ id, name: 'Pier', identity: 'org.pier', reach: 'installed' as const },
  ...more,
});

let mounted: MountedDialog;

const row = () => mounted.dialog.querySelector('.joined') as HTMLElement;
const parts = () => [...row().querySelectorAll('button')];
const labels = () => parts().map(({ ariaLabel }) => ariaLabel);
const group = (family: string) => mounted.dialog.querySelector(`[data-group=${family}]`) as HTMLElement;
const alone = (family: string) =>
  [...group(family).querySelectorAll('.wallet')].map(({ textContent }) => textContent);
const publish: MountedDialog['publish'] = (family, ...wallets) => mounted.publish(family, ...wallets);

const list = (...families: readonly string[]) => {
  for (const family of families)
    mounted.shell.store.publishRemote(family, {
      ...{ stage: 'listed', release: { remote: `remote-${family}`, version: '0.1.0' } },
    });
};

beforeEach(() => {
  const identities = [{ identity: 'org.pier', families: ['evm', 'solana', 'near'] }];
  mounted = mountDialog({ identities, lastUsed: { near: 'c' } });
});
afterEach(() => {
  mounted.unmount();
  expect(listMixedTexts(mounted.dialog).filter((text) => text.trim())).toEqual([]);
});

describe('a wallet of several families', () => {
  beforeEach(() => {
    publish('evm', pier('a'));
    publish('solana', pier('b'));
    publish('near', pier('c'), pier('d', { name: 'Quay', identity: 'org.quay' }));
  });

  it('is one row with a button for each family, and is in no group', () => {
    expect(labels()).toEqual(['Pier, Ethereum: Connect', 'Pier, Solana: Connect', 'Pier, NEAR: Connect']);
    expect(row().querySelector('b')?.textContent).toBe('Pier');
    expect(row().querySelector('em')?.textContent).toBe('Recent');
    expect(alone('near')).toEqual([expect.stringContaining('Quay')]);
    expect([group('evm').hidden, group('near').hidden]).toEqual([true, false]);
  });

  it('connects the one family that is pressed', () => {
    mounted.open('solana');
    expect(document.activeElement).toBe(parts()[1]);
    parts()[1]?.click();
    expect(mounted.pressed).toEqual(['solana b']);
    expect(mounted.dialog.open).toBe(false);
  });

  it('shows the state of each family, with the same buttons and focus', () => {
    const before = parts();
    mounted.open('near');
    mounted.shell.store.openLease('evm').lease.publishConnection({
      ...{ status: 'connected', wallet: { id: 'a', name: 'Pier' }, capabilities: [] },
      accounts: ['eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    });
    const running = { state: 'running', id: '1', progress: { step: 'asking' } } as const;
    mounted.shell.store.publishAttempt('solana', { ...running, wallet: { id: 'b', name: 'Pier' } });
    expect(labels()).toEqual([
      'Pier, Ethereum: Connected',
      'Pier, Solana: Connecting',
      'Pier, NEAR: Connect',
    ]);
    expect(parts()).toEqual(before);
    expect(parts().map(({ textContent }) => textContent)).toEqual(['Ethereum', 'Solana', 'NEAR']);
    expect(parts().map(({ dataset }) => dataset.state)).toEqual(['connected', 'connecting', 'ready']);
    expect(document.activeElement).toBe(before[2]);
  });

  it('is not joined with a second wallet that claims its identity', () => {
    mounted.open('near');
    publish('evm', pier('a'), pier('a#2'));
    expect(row()).toBeNull();
    const doubt = 'Several wallets claim to be this one. Pick with care.';
    expect(alone('evm')).toEqual([expect.stringContaining(doubt), expect.stringContaining(doubt)]);
    expect(alone('solana')).toEqual([expect.not.stringContaining(doubt)]);
    expect((document.activeElement as HTMLElement).dataset).toMatchObject({ wallet: 'c', family: 'near' });
    publish('evm', pier('a'));
    expect(parts()).toHaveLength(3);
  });

  it('is distinguished from a namesake by the identity that each claims', () => {
    publish('evm', pier('a'), pier('e', { identity: 'net.other' }));
    expect(row().querySelector('small')?.textContent).toBe(
      'Installed · org.pier · Another wallet uses this name',
    );
    expect(alone('evm')).toEqual([expect.stringContaining('net.other · Another wallet uses this name')]);
  });

  it('says of a family that has no other wallet when its release is stopped', () => {
    const failure = { code: 'release/withdrawn', context: { remote: 'remote-evm' } };
    mounted.shell.store.publishReleaseStatus('evm', { state: 'stopped', failure });
    expect(group('evm').hidden).toBe(false);
    expect(group('evm').querySelector('p')?.textContent).toBe(dialogTexts.stopped);
  });

  it('leaves the row if one family no longer lists it', () => {
    list('evm', 'solana', 'near');
    publish('solana');
    expect(labels()).toEqual(['Pier, Ethereum: Connect', 'Pier, NEAR: Connect']);
    publish('near');
    expect(row()).toBeNull();
    expect(alone('evm')).toHaveLength(1);
  });
});

describe('a wallet that the other families may list too', () => {
  beforeEach(() => publish('evm', pier('a')));

  it('is in its row before they list their wallets, and stays there while the dialog is open', () => {
    expect(labels()).toEqual(['Pier, Ethereum: Connect']);
    const [first] = parts();
    mounted.open();
    publish('solana', pier('b'));
    expect(labels()).toEqual(['Pier, Ethereum: Connect', 'Pier, Solana: Connect']);
    expect(parts()[0]).toBe(first);
    publish('solana');
    list('solana', 'near');
    expect(parts()).toEqual([first]);
    mounted.dialog.close();
    expect([row(), alone('evm').length]).toEqual([null, 1]);
  });

  it('is in its own family once they have listed theirs without it', () => {
    list('solana', 'near');
    expect([row(), alone('evm').length]).toEqual([null, 1]);
  });
});

it('a broken icon is replaced by that of the style', () => {
  list('solana', 'near');
  publish('evm', pier('a', { icon: 'data:image/png;base64,AAAA' }));
  const face = group('evm').querySelector('.wallet-face') as HTMLElement;
  face.querySelector('img')?.dispatchEvent(new Event('error'));
  expect(face.childNodes).toHaveLength(0);
});
