import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import {
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  getTransactionDecoder,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignMessageOutput,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import { getTransferSolInstruction } from '@solana-program/system';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PracticeSolanaAccount as SolanaKey, solanaKeys } from '../accounts.ts';
import { type RunningSolana, startSolana } from '../chains/solana/start-solana.ts';
import { solanaGenesisHashes, toSolanaId } from '../families.ts';
import type { Change, Fault } from './faults.ts';
import { announceSolana } from './solana.ts';
import { openTestWallet, type TestPage } from './testing/test-page.ts';

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignMessageFeature &
  SolanaSignInFeature &
  SolanaSignTransactionFeature &
  SolanaSignAndSendTransactionFeature;

const [harbour, pier, lantern] = solanaKeys[0] as readonly [SolanaKey, SolanaKey, SolanaKey];
const networkIds = solanaGenesisHashes.map(toSolanaId) as [string, string];
const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

let cluster: RunningSolana;
const url = () => `http://127.0.0.1:${cluster.port}`;
beforeAll(async () => {
  cluster = await startSolana({ port: 0, wsPort: 0, now: Date.now });
});
afterAll(() => cluster.stop());

function open(given?: TestPage) {
  const parts = { id: 'solana', accounts: solanaKeys[0], networkIds, url: url(), decimals: 9 } as const;
  const opened = openTestWallet(parts, given);
  const { page, wallet } = opened;
  const registered: Wallet[] = [];
  const api = {
    register(one: Wallet) {
      registered.push(one);
      return () => void registered.splice(registered.indexOf(one), 1);
    },
  };
  page.target.addEventListener('wallet-standard:register-wallet', (event) =>
    (event as CustomEvent<(given: typeof api) => void>).detail(api),
  );
  const stop = announceSolana(wallet);
  const [standard] = registered as [Wallet];
  const features = standard.features as Features;
  const connect = (silent = false) => features['standard:connect'].connect({ silent });
  return { ...opened, registered, api, stop, standard, features, connect };
}

async function openConnected() {
  const opened = open();
  const [account] = (await opened.connect()).accounts as [WalletAccount];
  return { ...opened, account };
}

const toAddresses = (accounts: readonly WalletAccount[] = []) => accounts.map((account) => account.address);
const isBy = ({ publicKey }: SolanaKey, { signature, signedMessage }: SolanaSignMessageOutput) =>
  ed25519.verify(signature, signedMessage, publicKey);

describe('announceSolana', () => {
  it('registers as the Wallet Standard says, also with a page that is ready later', () => {
    const { page, registered, api, standard, stop } = open();
    page.target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
    expect(registered).toEqual([standard, standard]);
    expect(standard).toMatchObject({ name: 'Practice Wallet', version: '1.0.0', accounts: [] });
    expect(standard.chains).toEqual([...networkIds, 'solana:localnet']);
    stop();
    expect(registered).toEqual([]);
  });

  it('withdraws when the wallet goes, and rejects with 4900', async () => {
    const { wallet, registered, features, connect, account } = await openConnected();
    wallet.change({ here: false });
    expect(registered).toEqual([]);
    await expect(connect(true)).rejects.toMatchObject({ code: 4900 });
    const signing = features['solana:signMessage'].signMessage({ account, message: encode('Ahoy') });
    await expect(signing).rejects.toMatchObject({ code: 4900 });
  });
});

describe('connecting', () => {
  it('connects silently only with a permission, and without accounts while locked', async () => {
    const { page, connect, titles, standard } = open();
    await expect(connect(true)).rejects.toMatchObject({ code: 4001 });
    expect(titles()).toEqual([]);
    expect(toAddresses((await connect()).accounts)).toEqual([harbour.address]);
    expect(toAddresses(standard.accounts)).toEqual([harbour.address]);
    const reloaded = open({ ...page, target: new EventTarget() });
    expect(reloaded.standard.accounts).toEqual([]);
    expect(toAddresses((await reloaded.connect(true)).accounts)).toEqual([harbour.address]);
    reloaded.wallet.change({ locked: true });
    expect((await reloaded.connect(true)).accounts).toEqual([]);
    expect(titles()).toEqual(['Connect to this site']);
  });

  it('forgets the site when it disconnects', async () => {
    const { features, connect, standard, account } = await openConnected();
    await features['standard:disconnect'].disconnect();
    expect(standard.accounts).toEqual([]);
    await expect(connect(true)).rejects.toMatchObject({ code: 4001 });
    const signing = features['solana:signMessage'].signMessage({ account, message: encode('Ahoy') });
    await expect(signing).rejects.toMatchObject({ code: 4100 });
  });
});

describe('change events', () => {
  it('tell the accounts, the same account as the same object, and what a test fires', async () => {
    const { wallet, features, account, standard } = await openConnected();
    const heard: unknown[] = [];
    const stop = features['standard:events'].on('change', (properties) => heard.push(properties));
    wallet.change({ account: 'Pier' });
    expect(toAddresses(standard.accounts)).toEqual([pier.address, harbour.address]);
    expect(standard.accounts[1]).toBe(account);
    const both = standard.accounts;
    wallet.change({ locked: true });
    wallet.change({ faults: [] });
    wallet.fire('change', { accounts: 'rubbish' });
    await Promise.resolve();
    expect(heard).toEqual([{ accounts: both }, { accounts: [] }, { accounts: 'rubbish' }]);
    stop();
    wallet.change({ locked: false });
    await Promise.resolve();
    expect(heard).toHaveLength(3);
  });

  it('are not told while the wallet is silent', async () => {
    const { wallet, features, setFault } = await openConnected();
    const listener = vi.fn();
    features['standard:events'].on('change', listener);
    setFault({ does: 'silence' });
    wallet.change({ account: 'Pier' });
    await Promise.resolve();
    expect(listener).not.toHaveBeenCalled();
  });

  it.each<[Fault, readonly string[]]>([
    [{ does: 'lack', on: ['sign', 'signIn', 'send'] }, []],
    [{ does: 'lack', on: 'send' }, ['solana:signMessage', 'solana:signIn']],
  ])('tell which features are left by %j', async (fault, expected) => {
    const { features, standard, setFault, wallet } = await openConnected();
    const listener = vi.fn();
    features['standard:events'].on('change', listener);
    setFault(fault);
    wallet.change({ locked: true });
    wallet.change({ locked: false });
    await Promise.resolve();
    const left = ['standard:connect', 'standard:disconnect', 'standard:events', ...expected];
    expect(Object.keys(standard.features)).toEqual(left);
    const told = listener.mock.calls.flat().filter((properties) => 'features' in properties);
    expect(told).toEqual([{ features: standard.features }]);
  });
});

describe('signing messages', () => {
  it('signs each message in order, after it showed it', async () => {
    const { features, account, page } = await openConnected();
    const messages = ['Grüße', 'from the pier'];
    const inputs = messages.map((text) => ({ account, message: encode(text) }));
    const outputs = await features['solana:signMessage'].signMessage(...inputs);
    expect(outputs.map((output) => isBy(harbour, output))).toEqual([true, true]);
    expect(outputs.map(({ signedMessage }) => decode(signedMessage))).toEqual(messages);
    expect(page.shown.slice(1).map(({ text }) => text)).toEqual(messages);
  });

  it('signs in and connects by one approval of the text that is signed', async () => {
    const { features, page, standard, titles } = open();
    const asked = { domain: 'ferry.example', statement: 'Sign in to Ferry', nonce: 'oBbLoEldZs' };
    const [output] = await features['solana:signIn'].signIn(asked);
    expect(output && isBy(harbour, output)).toBe(true);
    expect(output?.account).toBe(standard.accounts[0]);
    const text = decode(output?.signedMessage ?? encode(''));
    expect(text).toContain(
      `ferry.example wants you to sign in with your Solana account:\n${harbour.address}`,
    );
    expect([text.includes('Sign in to Ferry'), text.includes('Nonce: oBbLoEldZs')]).toEqual([true, true]);
    expect(page.shown[0]?.text).toBe(text);
    expect(titles()).toEqual(['Sign in to this site']);
  });

  it.each([
    [{ domain: 'elsewhere.example' }, -32602],
    [{ uri: 'https://elsewhere.example/' }, -32602],
    [{ address: base58.encode(new Uint8Array(32).fill(7)) }, 4100],
  ])('refuses the sign-in %j', async (input, code) => {
    const { features, titles } = open();
    await expect(features['solana:signIn'].signIn(input)).rejects.toMatchObject({ code });
    expect(titles()).toEqual([]);
  });

  it.each<[Change, SolanaKey | undefined]>([
    ['zeros', undefined],
    ['anotherKey', undefined],
    ['anotherAccount', pier],
    ['prefixed', harbour],
  ])('signs otherwise by the fault %s', async (how, signer) => {
    const { features, account, setFault } = await openConnected();
    setFault({ does: 'change', on: ['sign', 'signIn'], how });
    const [signed] = await features['solana:signMessage'].signMessage({ account, message: encode('Ahoy') });
    const [signedIn] = await features['solana:signIn'].signIn();
    for (const output of [signed, signedIn] as SolanaSignMessageOutput[])
      expect(solanaKeys[0].filter((key) => isBy(key, output))).toEqual(signer ? [signer] : []);
    expect(decode(signed?.signedMessage ?? encode(''))).toBe(how === 'prefixed' ? 'Also: Ahoy' : 'Ahoy');
    const named = how === 'anotherAccount' ? pier : harbour;
    expect(signedIn?.account.address).toBe(named.address);
    expect(decode(signedIn?.signedMessage ?? encode(''))).toContain(named.address);
  });
});

describe('transactions', () => {
  // Another amount in each test, since the cluster takes the same transaction only once.
  let amount = 500_000_000n;
  const rpc = () => createSolanaRpc(url());
  const readBalances = () =>
    Promise.all(
      solanaKeys[0].map(async (key) => (await rpc().getBalance(address(key.address)).send()).value),
    );
  let before: readonly bigint[];
  beforeEach(async () => {
    amount += 1n;
    before = await readBalances();
  });
  /** How many times the amount the second and third account have gained. */
  const readGains = async () => {
    const [, ...gains] = (await readBalances()).map((balance, at) => balance - (before[at] ?? 0n));
    return gains.map((gain) => Number(gain) / Number(amount));
  };

  async function compile({ version = 0, from = harbour }: { version?: 0 | 'legacy'; from?: SolanaKey } = {}) {
    const { value: blockhash } = await rpc().getLatestBlockhash().send();
    const transfer = getTransferSolInstruction({
      source: createNoopSigner(address(from.address)),
      destination: address(pier.address),
      amount: lamports(amount),
    });
    return pipe(
      createTransactionMessage({ version }),
      (message) => setTransactionMessageFeePayer(address(from.address), message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(blockhash, message),
      (message) => appendTransactionMessageInstruction(transfer, message),
      (message) => compileTransaction(message),
    );
  }
  const toWire = async (given?: Parameters<typeof compile>[0]) =>
    new Uint8Array(getTransactionEncoder().encode(await compile(given)));

  it.each([0, 'legacy'] as const)('signs and sends a transfer of version %s', async (version) => {
    const { features, account, page } = await openConnected();
    const { signAndSendTransaction } = features['solana:signAndSendTransaction'];
    const input = { account, chain: 'solana:localnet', transaction: await toWire({ version }) } as const;
    const [output] = await signAndSendTransaction(input);
    expect(output?.signature).toHaveLength(64);
    expect(await readGains()).toEqual([1, 0]);
    const facts = page.shown.at(-1)?.facts.map(({ label, value }) => [label, value]) ?? [];
    expect(Object.fromEntries(facts)).toMatchObject({
      Amount: expect.stringMatching(/^0\.5\d+ COIN$/),
      To: pier.address,
    });
  });

  it('signs a transaction without sending it', async () => {
    const { features, account } = await openConnected();
    const transaction = await toWire();
    const [output] = await features['solana:signTransaction'].signTransaction({ account, transaction });
    const { messageBytes, signatures } = getTransactionDecoder().decode(
      output?.signedTransaction ?? encode(''),
    );
    const signature = signatures[address(harbour.address)] ?? encode('');
    expect(ed25519.verify(signature, new Uint8Array(messageBytes), harbour.publicKey)).toBe(true);
    expect(messageBytes).toEqual(getTransactionDecoder().decode(transaction).messageBytes);
    expect(await readGains()).toEqual([0, 0]);
  });

  it.each([0, 'legacy'] as const)('refuses a transaction of version %s called a message', async (version) => {
    const { features, account, titles } = await openConnected();
    const message = new Uint8Array((await compile({ version })).messageBytes);
    const signing = features['solana:signMessage'].signMessage({ account, message });
    await expect(signing).rejects.toMatchObject({ code: -32602 });
    expect(titles()).toEqual(['Connect to this site']);
  });

  it('refuses bytes that are none or too many, another signer, another cluster, and an account not permitted', async () => {
    const { features, account, titles } = await openConnected();
    const { signAndSendTransaction } = features['solana:signAndSendTransaction'];
    const chain = 'solana:localnet';
    const transaction = await toWire();
    const refused = [
      { account, chain, transaction: encode('rubbish') },
      { account, chain, transaction: Uint8Array.of(...transaction, 0) },
      { account, chain, transaction: await toWire({ from: lantern }) },
      { account, chain: 'solana:mainnet', transaction },
    ] as const;
    for (const input of refused)
      await expect(signAndSendTransaction(input)).rejects.toMatchObject({ code: -32602 });
    const other = { ...account, address: pier.address };
    await expect(signAndSendTransaction({ account: other, chain, transaction })).rejects.toMatchObject({
      code: 4100,
    });
    expect(titles()).toEqual(['Connect to this site']);
  });

  it("passes on the cluster's error with code and data", async () => {
    const { features, account } = await openConnected();
    const input = { account, chain: 'solana:localnet', transaction: await toWire() } as const;
    const { signAndSendTransaction } = features['solana:signAndSendTransaction'];
    await signAndSendTransaction(input);
    const error = { name: 'WalletError', code: -32002, data: { err: 'AlreadyProcessed' } };
    await expect(signAndSendTransaction(input)).rejects.toMatchObject(error);
  });

  it.each<[Fault, readonly number[]]>([
    [{ does: 'change', on: 'send', how: 'more' }, [50, 0]],
    [{ does: 'change', on: 'send', how: 'elsewhere' }, [0, 1]],
    [{ does: 'lack', on: 'send' }, [0, 0]],
  ])('sends otherwise by %j', async (fault, gains) => {
    const { features, account, setFault } = await openConnected();
    setFault(fault);
    const input = { account, chain: 'solana:localnet', transaction: await toWire() } as const;
    await features['solana:signAndSendTransaction'].signAndSendTransaction(input).catch(() => undefined);
    expect(await readGains()).toEqual(gains);
  });
});
