import { ed25519 } from '@noble/curves/ed25519.js';
import type { Wallet } from '@wallet-standard/base';
import { describe, expect, it } from 'vitest';
import { isOpen } from '../testing/is-open.ts';
import { setSwitches } from '../testing/set-switches.ts';
import { openTestPage, type TestPlay } from '../testing/test-page.ts';
import { connectUnasked } from '../wallet-core.ts';
import { firstSolanaKeys } from './solana-keys.ts';
import type { SolanaWallet } from './solana-wallet.ts';

const [harbour] = firstSolanaKeys;

/** A page that takes any wallet, as it comes. */
function open(play: TestPlay = {}, id: 'solana' | 'solana-second' = 'solana') {
  const page = openTestPage(play);
  const listed: SolanaWallet[] = [];
  const register = (...wallets: Wallet[]) => {
    listed.push(...(wallets as SolanaWallet[]));
    return () => void listed.splice(0, listed.length, ...listed.filter((one) => !wallets.includes(one)));
  };
  page.platform.page.addEventListener('wallet-standard:register-wallet', (event) => {
    if (event instanceof CustomEvent && typeof event.detail === 'function') event.detail({ register });
  });
  return { page, ...page.wallet(id), listed };
}

function announced(play: TestPlay = {}) {
  const page = open(play);
  const close = page.open();
  const [wallet] = page.listed as [SolanaWallet];
  const changes: unknown[] = [];
  wallet.features['standard:events'].on('change', (change) => changes.push(change));
  return { ...page, close, wallet, changes, connect: wallet.features['standard:connect'].connect };
}

describe('a practice wallet of Solana', () => {
  it('tells accounts, clusters or answers that are none', async () => {
    const { core, wallet, connect } = announced();
    setSwitches(core, { rubbish: 'accounts' });
    const { accounts } = await connect();
    expect(accounts[0]?.address).toBe('no harbour');
    expect(wallet.accounts).toEqual(accounts);
    setSwitches(core, { rubbish: 'network' });
    expect(wallet.chains).toEqual(['harbour']);
    setSwitches(core, { rubbish: 'null' });
    expect(await connect({ silent: true })).toBeNull();
  });

  it('knows a cluster of its own alone, and says so', async () => {
    const { core, wallet, changes, connect } = announced();
    await connect();
    setSwitches(core, { otherNetworks: true });
    expect(wallet.chains).toContain('solana:elsewhere');
    expect(wallet.chains).not.toContain('solana:first');
    expect(changes.at(-1)).toEqual({ chains: wallet.chains });
    const [account] = wallet.accounts;
    const send = wallet.features['solana:signAndSendTransaction'].signAndSendTransaction({
      ...{ account: account as never, chain: 'solana:first', transaction: new Uint8Array(1) },
    });
    await expect(send).rejects.toMatchObject({ code: -32602 });
  });

  it('lacks what signs where it can only connect, and says so', async () => {
    const { core, wallet, changes, connect } = announced();
    setSwitches(core, { unsupportedMethods: true });
    expect(Object.keys(wallet.features)).toEqual([
      'standard:connect',
      'standard:disconnect',
      'standard:events',
    ]);
    expect(changes).toEqual([{ features: wallet.features }]);
    expect((await connect()).accounts).toHaveLength(1);
  });

  it.each([
    ['asAsked', 0, 'Ahoy'],
    ['anotherAccount', 1, 'Ahoy'],
    ['anotherKey', undefined, 'Ahoy'],
    ['zeros', undefined, 'Ahoy'],
    ['prefixed', 0, 'Signed with a practice wallet: Ahoy'],
  ] as const)('signs with what it is told to: %s', async (signs, signer, text) => {
    const { core, wallet, connect } = announced();
    await connect();
    setSwitches(core, { signs });
    const [account] = wallet.accounts;
    const message = new TextEncoder().encode('Ahoy');
    const [signed] = await wallet.features['solana:signMessage'].signMessage({
      ...{ account: account as never, message },
    });
    const { signature = new Uint8Array(), signedMessage = new Uint8Array() } = signed ?? {};
    expect(new TextDecoder().decode(signedMessage)).toBe(text);
    const isBy = ({ publicKey }: { publicKey: Uint8Array }) =>
      ed25519.verify(signature, signedMessage, publicKey);
    expect(firstSolanaKeys.findIndex(isBy)).toBe(signer ?? -1);
  });

  it('signs in as its next account, and says so', async () => {
    const { core, wallet, connect } = announced();
    await connect();
    setSwitches(core, { signs: 'anotherAccount' });
    const [signed] = await wallet.features['solana:signIn'].signIn({ address: harbour.address });
    const next = firstSolanaKeys[1];
    expect(signed?.account.address).toBe(next?.address);
    const { signature = new Uint8Array(), signedMessage = new Uint8Array() } = signed ?? {};
    expect(new TextDecoder().decode(signedMessage)).toContain(`\n${next?.address}`);
    expect(ed25519.verify(signature, signedMessage, next?.publicKey ?? new Uint8Array())).toBe(true);
  });

  it('signs in base58 where it is to sign in another form', async () => {
    const { core, wallet, connect } = announced();
    await connect();
    setSwitches(core, { otherSignatureForm: true });
    const [account] = wallet.accounts;
    const [signed] = await wallet.features['solana:signMessage'].signMessage({
      ...{ account: account as never, message: new Uint8Array([1]) },
    });
    expect(String(signed?.signature)).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/);
  });

  it('shows accounts that nobody asked for, and tells of them', () => {
    const { core, wallet, changes } = announced();
    connectUnasked(core);
    expect(wallet.accounts.map(({ address }) => address)).toEqual([harbour.address]);
    expect(changes).toHaveLength(1);
  });

  it('closes its accounts and takes itself off the list when it disappears', async () => {
    const { core, close, wallet, connect, changes, listed } = announced();
    await connect();
    setSwitches(core, { disappears: true });
    close();
    expect(changes.at(-1)).toEqual({ accounts: [] });
    expect(listed).toEqual([]);
    await expect(wallet.features['standard:disconnect'].disconnect()).rejects.toMatchObject({ code: 4900 });
  });

  it('is replaced by an update: the old object is dead and tells nothing, the new one works', async () => {
    const { core, wallet, connect, changes, listed } = announced();
    await connect();
    changes.length = 0;
    core.commands.emit('update', 'clean');
    expect(listed).toHaveLength(1);
    const [fresh] = listed as [SolanaWallet];
    expect(fresh).not.toBe(wallet);
    expect(fresh.name).toBe(wallet.name);
    expect(await isOpen(connect({ silent: true }))).toBe(true);
    const { accounts } = await fresh.features['standard:connect'].connect({ silent: true });
    expect(accounts).toHaveLength(1);
    await fresh.features['standard:disconnect'].disconnect();
    expect(changes).toEqual([]);
    expect(wallet.accounts).toHaveLength(1);
  });

  it('stays listed beside the new one where an update leaves it there', () => {
    const { core, wallet, listed } = announced();
    core.commands.emit('update', 'stale');
    expect(listed).toHaveLength(2);
    expect(listed).toContain(wallet);
  });

  it('registers twice, itself or another one of its name', () => {
    const same = open();
    setSwitches(same.core, { announcesTwice: 'same' });
    same.open();
    expect(same.listed[0]).toBe(same.listed[1]);
    const another = open();
    setSwitches(another.core, { announcesTwice: 'another' });
    another.open();
    expect(new Set(another.listed).size).toBe(2);
    expect(new Set(another.listed.map(({ name }) => name)).size).toBe(1);
  });

  it('has the name of the first wallet where the second is told to', () => {
    const { page, core, open: announce, listed } = open({}, 'solana-second');
    setSwitches(page.wallet('solana').core, { secondWallet: true });
    setSwitches(core, { poses: 'name' });
    announce();
    expect(listed[0]?.name).toBe('Practice Wallet');
  });

  it('tells what are no changes and registers what are no wallets, on the command', () => {
    const { core, changes, listed } = announced();
    core.commands.emit('rubbish');
    expect(changes).toContain(null);
    expect(listed).toContain(42);
  });
});
