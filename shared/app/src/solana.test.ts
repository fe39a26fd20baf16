import { address, getAddressEncoder, getBase58Decoder } from '@solana/kit';
import type { WalletAccount } from '@wallet-standard/base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageFamily } from './page.ts';
import { getAccount, getChain, getWallet } from './solana.ts';
import { createFakeLinkspan, type FakeLinkspan } from './testing.ts';

const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1';
const local = 'solana:AHcFC3Dtb1G8JgScmLzFxSjR3fVTqpEf';
const toNetwork = (id: string, rpc: string): PageFamily['networks'][0] => ({
  ...{ id: id as `solana:${string}`, title: id, rpc: [rpc], symbol: 'SOL', decimals: 9 },
});
const solana: PageFamily = {
  ...{ id: 'solana', title: 'Solana', namespace: 'solana' },
  networks: [toNetwork(local, 'http://localhost:8899/'), toNetwork(devnet, 'https://api.devnet.example/')],
};
const [one, other] = [
  'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9',
  '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu',
];
const on = (account: string, network = local) => `${network}:${account}`;
const toBase64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64');

let fake: FakeLinkspan;
let params: unknown[];

beforeEach(async () => {
  fake = createFakeLinkspan([solana]);
  params = [];
  fake.answers.call = (_, method, given) => {
    params.push(given);
    if (method === 'solana:signTransaction')
      return { signedTransactions: (given as { transactions: string[] }).transactions };
    if (method === 'solana:signAndSendTransaction')
      return { signature: getBase58Decoder().decode(new Uint8Array(64).fill(7)) };
    return { signedMessage: toBase64(1, 2), signature: toBase64(3, 4), address: one };
  };
  await new Promise((resolve) => setTimeout(resolve));
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'linkspanPage'));

it('is a wallet of the Wallet Standard, one object for the life of the page', () => {
  const wallet = getWallet();
  expect(getWallet()).toBe(wallet);
  expect(wallet).toMatchObject({
    ...{ version: '1.0.0', name: 'Linkspan', accounts: [] },
    icon: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    chains: ['solana:localnet', local, 'solana:devnet', devnet],
  });
  expect(Object.keys(wallet.features)).toEqual([
    ...['standard:connect', 'standard:disconnect', 'standard:events', 'solana:signMessage'],
    ...['solana:signIn', 'solana:signTransaction', 'solana:signAndSendTransaction'],
  ]);
});

it('is never registered', () => {
  const events: string[] = [];
  const page = Object.assign(new EventTarget(), {
    dispatchEvent: (event: Event) => events.push(event.type) > 0,
  });
  Object.defineProperty(globalThis, 'window', { value: page, configurable: true });
  createFakeLinkspan([solana]);
  getWallet();
  Reflect.deleteProperty(globalThis, 'window');
  expect(events).toEqual([]);
});

describe('an account', () => {
  it('is there while a wallet is connected, with both names of its network', () => {
    expect([getAccount(), getChain()]).toEqual([undefined, 'solana:localnet']);
    fake.connect('solana', on(one, devnet), on(other, devnet));
    expect(getAccount()).toEqual({
      ...{ address: one, publicKey: new Uint8Array(getAddressEncoder().encode(address(one))) },
      chains: ['solana:devnet', devnet],
      features: [
        ...['solana:signMessage', 'solana:signIn', 'solana:signTransaction'],
        'solana:signAndSendTransaction',
      ],
    });
    expect(getChain()).toBe('solana:devnet');
    expect(getWallet().accounts.map((account) => account.address)).toEqual([one, other]);
    fake.reconnect('solana', on(one));
    expect(getAccount()).toBeUndefined();
  });

  it('is the same object until the wallet changes', () => {
    fake.connect('solana', on(one));
    const [before] = getWallet().accounts;
    fake.connect('solana', on(one));
    expect(getWallet().accounts[0]).toBe(before);
    fake.connect('solana', on(one, devnet));
    expect(getWallet().accounts[0]).not.toBe(before);
  });

  it('with zeros before its key has all 32 bytes', () => {
    fake.connect('solana', on('11111111111111111111111111111111'));
    expect(getAccount()?.publicKey).toEqual(new Uint8Array(32));
  });

  it('reports each change once, until nobody listens', () => {
    const heard: unknown[] = [];
    const off = getWallet().features['standard:events'].on('change', ({ accounts }) => {
      heard.push(accounts?.map((account) => account.address));
    });
    fake.connect('solana', on(one));
    fake.connect('solana', on(one));
    fake.connect('solana', on(other), on(one));
    fake.disconnect('solana');
    off();
    fake.connect('solana', on(one));
    expect(heard).toEqual([[one], [other, one], []]);
  });
});

describe('connect', () => {
  const connect = (options?: { silent?: boolean }) =>
    getWallet().features['standard:connect'].connect(options);

  it('opens the dialog, unless a wallet is connected', async () => {
    await connect();
    expect(fake.asked).toEqual(['connect solana']);
    fake.connect('solana', on(one));
    await expect(connect()).resolves.toMatchObject({ accounts: [{ address: one }] });
    expect(fake.asked).toEqual(['connect solana']);
  });

  it('opens nothing if it is silent, and waits for a remembered wallet', async () => {
    await expect(connect({ silent: true })).resolves.toEqual({ accounts: [] });
    fake.reconnect('solana', on(one));
    const connecting = connect({ silent: true });
    fake.connect('solana', on(one));
    await expect(connecting).resolves.toMatchObject({ accounts: [{ address: one }] });
    expect(fake.asked).toEqual([]);
  });

  it('is undone by disconnect', async () => {
    fake.connect('solana', on(one));
    await getWallet().features['standard:disconnect'].disconnect();
    expect(getWallet().accounts).toEqual([]);
  });
});

describe('a request', () => {
  const account: WalletAccount = { address: one, publicKey: new Uint8Array(), chains: [], features: [] };
  const transaction = Uint8Array.of(1, 2, 3);
  const features = () => getWallet().features;
  beforeEach(() => fake.connect('solana', on(one)));

  it('for messages is one after the other, in base64', async () => {
    const message = Uint8Array.of(1, 2);
    const input = { account, message };
    await expect(features()['solana:signMessage'].signMessage(input, input)).resolves.toEqual(
      Array(2).fill({ signedMessage: Uint8Array.of(1, 2), signature: Uint8Array.of(3, 4) }),
    );
    expect(params).toEqual(Array(2).fill({ account: one, message: toBase64(1, 2) }));
  });

  it('to sign in connects first, and answers with the account', async () => {
    const { signIn } = features()['solana:signIn'];
    await expect(signIn({ nonce: '12345678' })).resolves.toMatchObject([
      { account: { address: one }, signature: Uint8Array.of(3, 4) },
    ]);
    expect(params).toEqual([{ nonce: '12345678' }]);
    fake.disconnect('solana');
    await expect(signIn({})).rejects.toMatchObject({ code: 'wallet/account-changed' });
    expect(fake.asked.at(-2)).toBe('connect solana');
  });

  it('to sign transactions is one for each account and chain', async () => {
    const { signTransaction } = features()['solana:signTransaction'];
    const input = { account, transaction, chain: 'solana:devnet' } as const;
    await expect(signTransaction(input, input, { account, transaction })).resolves.toEqual(
      Array(3).fill({ signedTransaction: transaction }),
    );
    const asked = { account: one, transactions: [toBase64(1, 2, 3)] };
    expect(params).toEqual([
      { ...asked, chain: 'solana:devnet', transactions: Array(2).fill(toBase64(1, 2, 3)) },
      asked,
    ]);
    await expect(signTransaction()).resolves.toEqual([]);
  });

  it('to send transactions is one for each, and ends with the first that fails', async () => {
    const { signAndSendTransaction } = features()['solana:signAndSendTransaction'];
    const options = { skipPreflight: true };
    const input = { account, transaction, chain: 'solana:localnet', options } as const;
    const signature = new Uint8Array(64).fill(7);
    await expect(signAndSendTransaction(input, input)).resolves.toEqual([{ signature }, { signature }]);
    const asked = { account: one, chain: input.chain, options, transactions: [toBase64(1, 2, 3)] };
    expect(params.splice(0)).toEqual([asked, asked]);
    fake.answers.failure = { code: 'wallet/rejected', context: { wallet: 'Harbour' } };
    await expect(signAndSendTransaction(input, input)).rejects.toMatchObject({
      ...{ name: 'LinkspanError', code: 'wallet/rejected' },
    });
    expect(fake.asked.filter((line) => line === 'call solana solana:signAndSendTransaction')).toHaveLength(3);
  });
});

it('rejects on a page without Solana, and without a page', async () => {
  createFakeLinkspan([{ ...solana, id: 'near', namespace: 'near' }]);
  const connect = () => getWallet().features['standard:connect'].connect();
  await expect(connect()).rejects.toMatchObject({ code: 'remote/unknown-family' });
  expect(getChain).toThrow('remote/unknown-family');
  Reflect.deleteProperty(globalThis, 'linkspanPage');
  await expect(connect()).rejects.toMatchObject({ code: expect.stringMatching(/^loader\//) });
  expect([getWallet().accounts, getAccount()]).toEqual([[], undefined]);
  expect(getChain).toThrow('loader/no-window');
});
