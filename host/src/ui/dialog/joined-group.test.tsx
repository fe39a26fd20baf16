import type { WalletListing } from '@linkspan/contract';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { listMixedTexts } from '../../testing/list-mixed-texts.ts';
import { listenAll } from '../facts.ts';
import { DialogFrame } from '../page-frame.tsx';
import { dialogTexts } from '../texts/en-dialog.ts';
import { mountWalletDialog, type WalletDialog } from './wallet-dialog.ts';

const pier = (id: string, more: object = {}): WalletListing => ({
  ...{ id, name: 'Pier', identity: 'org.pier', reach: 'installed' as const },
  ...more,
});

let shell: FakeShell;
let dialog: HTMLDialogElement;
let mounted: WalletDialog;
let pressed: string[];

const row = () => dialog.querySelector('.joined') as HTMLElement;
const parts = () => [...row().querySelectorAll('button')];
const labels = () => parts().map(({ ariaLabel }) => ariaLabel);
const group = (family: string) => dialog.querySelector(`[data-group=${family}]`) as HTMLElement;
const alone = (family: string) =>
  [...group(family).querySelectorAll('.wallet')].map(({ textContent }) => textContent);
const publish = (family: string, ...wallets: WalletListing[]) => shell.store.publishWallets(family, wallets);

const list = (...families: readonly string[]) => {
  for (const family of families)
    shell.store.publishRemote(family, {
      ...{ stage: 'listed', release: { remote: `remote-${family}`, version: '0.1.0' } },
    });
};

beforeEach(() => {
  shell = createFakeShell();
  pressed = [];
  document.body.innerHTML = renderToString(<DialogFrame families={shell.config.families} />);
  dialog = document.querySelector('dialog') as HTMLDialogElement;
  const { view } = shell;
  const connect = (family: string, id: string) => pressed.push(`${family} ${id}`);
  const listen = (family: string, listener: () => void) =>
    listenAll(Object.values(view.family(family)), listener);
  const prepare = () => undefined;
  const identities = [{ identity: 'org.pier', families: ['evm', 'solana', 'near'] }];
  mounted = mountWalletDialog(
    dialog,
    { view, listen, connect, prepare, identities, lastUsed: { near: 'c' }, listedBefore: () => [] },
    dialogTexts,
  );
});
afterEach(() => {
  mounted.unmount();
  expect(listMixedTexts(dialog).filter((text) => text.trim())).toEqual([]);
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
    expect(parts().map((part) => part.querySelector('em')?.textContent)).toEqual(['', '', '']);
    expect(alone('near')).toEqual([expect.stringContaining('Quay')]);
    expect([group('evm').hidden, group('near').hidden]).toEqual([true, false]);
  });

  it('connects the one family that is pressed', () => {
    mounted.open('solana');
    expect(document.activeElement).toBe(parts()[1]);
    parts()[1]?.click();
    expect(pressed).toEqual(['solana b']);
    expect(dialog.open).toBe(false);
  });

  it('says of each family what it is there, and keeps its buttons and their focus', () => {
    const before = parts();
    mounted.open('near');
    shell.store.openLease('evm').lease.publishConnection({
      ...{ status: 'connected', wallet: { id: 'a', name: 'Pier' }, capabilities: [] },
      accounts: ['eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    });
    const running = { state: 'running', id: '1', progress: { step: 'asking' } } as const;
    shell.store.publishAttempt('solana', { ...running, wallet: { id: 'b', name: 'Pier' } });
    expect(labels()).toEqual([
      'Pier, Ethereum: Connected',
      'Pier, Solana: Connecting',
      'Pier, NEAR: Connect',
    ]);
    expect(parts()).toEqual(before);
    expect(document.activeElement).toBe(before[2]);
  });

  it('gives no place in its row to a second wallet that claims to be the same one', () => {
    mounted.open('near');
    publish('evm', pier('a'), pier('a#2'));
    expect(row()).toBeNull();
    const doubt = 'Another one says it is this wallet too';
    expect(alone('evm')).toEqual([expect.stringContaining(doubt), expect.stringContaining(doubt)]);
    expect(alone('solana')).toEqual([expect.not.stringContaining(doubt)]);
    expect((document.activeElement as HTMLElement).dataset).toMatchObject({ wallet: 'c', family: 'near' });
    publish('evm', pier('a'));
    expect(parts()).toHaveLength(3);
  });

  it('is told apart from one of its name by what each says it is', () => {
    publish('evm', pier('a'), pier('e', { identity: 'net.other' }));
    expect(row().querySelector('small')?.textContent).toBe(
      'Installed · org.pier · Another wallet has this name',
    );
    expect(alone('evm')).toEqual([expect.stringContaining('net.other · Another wallet has this name')]);
  });

  it('says of a family that has no other wallet when its release is stopped', () => {
    const failure = { code: 'release/withdrawn', context: { remote: 'remote-evm' } };
    shell.store.publishReleaseStatus('evm', { state: 'stopped', failure });
    expect(group('evm').hidden).toBe(false);
    expect(group('evm').querySelector('p')?.textContent).toBe(dialogTexts.stopped);
  });

  it('leaves the row where one family no longer has it', () => {
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

  it('is in its row before they have listed their wallets, and stays in it while it is seen', () => {
    expect(labels()).toEqual(['Pier, Ethereum: Connect']);
    const [first] = parts();
    mounted.open();
    publish('solana', pier('b'));
    expect(labels()).toEqual(['Pier, Ethereum: Connect', 'Pier, Solana: Connect']);
    expect(parts()[0]).toBe(first);
    publish('solana');
    list('solana', 'near');
    expect(parts()).toEqual([first]);
    dialog.close();
    expect([row(), alone('evm').length]).toEqual([null, 1]);
  });

  it('is in its own family once they have listed theirs without it', () => {
    list('solana', 'near');
    expect([row(), alone('evm').length]).toEqual([null, 1]);
  });
});

it('an icon that cannot be shown gives way to what the style draws', () => {
  list('solana', 'near');
  publish('evm', pier('a', { icon: 'data:image/png;base64,AAAA' }));
  const face = group('evm').querySelector('.wallet-face') as HTMLElement;
  face.querySelector('img')?.dispatchEvent(new Event('error'));
  expect(face.childNodes).toHaveLength(0);
});
