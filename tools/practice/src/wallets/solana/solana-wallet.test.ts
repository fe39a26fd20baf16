import type { Wallet } from '@wallet-standard/base';
import nacl from 'tweetnacl';
import { describe, expect, it } from 'vitest';
import { setSwitches } from '../testing/set-switches.ts';
import { openTestPage, type TestPlay } from '../testing/test-page.ts';
import { toActive } from '../wallet-state.ts';
import { firstSolanaKeys } from './solana-keys.ts';
import { createSolanaWallet } from './solana-wallet.ts';

const [harbour, pier] = firstSolanaKeys;

function open(play: TestPlay = {}) {
  const page = openTestPage(play);
  const { core } = page.wallet('solana');
  const wallet = createSolanaWallet(core, firstSolanaKeys);
  const changes: string[][] = [];
  wallet.features['standard:events'].on('change', ({ accounts }) => {
    changes.push((accounts ?? []).map(({ address }) => address));
  });
  return { page, core, wallet, features: wallet.features, changes };
}

describe('createSolanaWallet', () => {
  it('names each cluster by its CAIP-2 id and the name of the Wallet Standard', () => {
    expect(open().wallet.chains).toEqual(['solana:first', 'solana:second', 'solana:localnet']);
  });

  it('refuses to connect silently before it was approved, and asks nobody', async () => {
    const { features, page } = open();
    const connecting = features['standard:connect'].connect({ silent: true });
    await expect(connecting).rejects.toMatchObject({ code: 4001 });
    expect(page.shown).toEqual([]);
  });

  it('shows no account after a reload until it connects silently', async () => {
    const { features, page } = open();
    await features['standard:connect'].connect();
    const reloaded = open({ storage: page.platform.storage });
    expect(reloaded.wallet.accounts).toEqual([]);
    await reloaded.features['standard:connect'].connect({ silent: true });
    expect(reloaded.wallet.accounts.map(({ address }) => address)).toEqual([harbour.address]);
  });

  it('tells of an account that is chosen in the wallet, and keeps the same object for the same account', async () => {
    const { core, wallet, features, changes } = open();
    await features['standard:connect'].connect();
    const [before] = wallet.accounts;
    core.store.update((state) => toActive(state, pier?.address ?? ''));
    expect(wallet.accounts[1]).toBe(before);
    expect(changes.at(-1)).toEqual([pier?.address, harbour.address]);
  });

  it('shows no account while it is locked, also when it connects silently', async () => {
    const { core, features, changes } = open();
    await features['standard:connect'].connect();
    setSwitches(core, { locked: true });
    expect((await features['standard:connect'].connect({ silent: true })).accounts).toEqual([]);
    setSwitches(core, { locked: false });
    expect(changes.at(-1)).toEqual([harbour.address]);
  });

  it('forgets the site when it disconnects', async () => {
    const { features, changes } = open();
    await features['standard:connect'].connect();
    await features['standard:disconnect'].disconnect();
    const connecting = features['standard:connect'].connect({ silent: true });
    await expect(connecting).rejects.toMatchObject({ code: 4001 });
    expect(changes.at(-1)).toEqual([]);
  });

  it('signs a message that tweetnacl verifies', async () => {
    const { wallet, features } = open();
    await features['standard:connect'].connect();
    const [account] = wallet.accounts;
    const message = new TextEncoder().encode('Hello, harbour');
    if (!account) throw new Error('no account');
    const [output] = await features['solana:signMessage'].signMessage({ account, message });
    expect(nacl.sign.detached.verify(message, output?.signature ?? new Uint8Array(), harbour.publicKey)).toBe(
      true,
    );
  });

  it('signs in and connects by one approval', async () => {
    const { wallet, features, page } = open();
    const [output] = await features['solana:signIn'].signIn({ statement: 'Sign in to Ferry' });
    const { signedMessage = new Uint8Array(), signature = new Uint8Array(), account } = output ?? {};
    expect(account).toBe(wallet.accounts[0]);
    expect(new TextDecoder().decode(signedMessage)).toBe(page.shown[0]?.text);
    expect(nacl.sign.detached.verify(signedMessage, signature, harbour.publicKey)).toBe(true);
    expect(page.shown).toHaveLength(1);
  });

  it('answers 4100 for an account that is not connected', async () => {
    const { wallet, features } = open();
    await features['standard:connect'].connect();
    const [account] = wallet.accounts;
    await features['standard:disconnect'].disconnect();
    if (!account) throw new Error('no account');
    const message = new Uint8Array([1]);
    await expect(features['solana:signMessage'].signMessage({ account, message })).rejects.toMatchObject({
      code: 4100,
    });
  });
});

describe('createSolanaAnnouncement', () => {
  it('registers with pages that are ready now or later, and takes itself out again', () => {
    const { platform, wallet } = openTestPage();
    const list: Wallet[] = [];
    const register = (one: Wallet) => {
      list.push(one);
      return () => void list.splice(list.indexOf(one), 1);
    };
    platform.page.addEventListener('wallet-standard:register-wallet', (event) => {
      if (event instanceof CustomEvent) event.detail({ register });
    });
    const close = wallet('solana').open();
    platform.page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }));
    expect(list.map(({ name }) => name)).toEqual(['Practice Wallet', 'Practice Wallet']);
    close();
    expect(list).toEqual([]);
  });
});
