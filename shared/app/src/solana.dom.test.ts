import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base';
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getWallet } from './solana.ts';
import { createFakeLinkspan, type FakeLinkspan } from './testing.ts';

// The adapter of wallet-adapter over the page's wallet, with transactions of web3.js.

const local = 'solana:AHcFC3Dtb1G8JgScmLzFxSjR3fVTqpEf';
const own = Keypair.fromSeed(new Uint8Array(32).fill(5));
const blockhash = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu';
const id = `${'1'.repeat(63)}2`;

let fake: FakeLinkspan;
let adapter: StandardWalletAdapter;
let params: unknown[];

function signWire(text: string): string {
  const transaction = VersionedTransaction.deserialize(Uint8Array.from(Buffer.from(text, 'base64')));
  transaction.sign([own]);
  return Buffer.from(transaction.serialize()).toString('base64');
}

beforeEach(async () => {
  params = [];
  fake = createFakeLinkspan([
    {
      ...{ id: 'solana', title: 'Solana', namespace: 'solana' },
      networks: [{ id: local, title: 'Local', rpc: ['http://localhost:8899/'], symbol: 'SOL', decimals: 9 }],
    },
  ]);
  fake.answers.call = (_, method, given) => {
    params.push(given);
    if (method === 'solana:signAndSendTransaction') return { signature: id };
    if (method === 'solana:signTransaction')
      return { signedTransactions: (given as { transactions: string[] }).transactions.map(signWire) };
    return { signedMessage: 'AQ==', signature: Buffer.from(new Uint8Array(64).fill(7)).toString('base64') };
  };
  adapter = new StandardWalletAdapter({ wallet: getWallet() });
  adapter.on('error', () => undefined);
  fake.connect('solana', `${local}:${own.publicKey.toBase58()}`);
  await new Promise((resolve) => setTimeout(resolve));
});
afterEach(() => {
  adapter.destroy();
  Reflect.deleteProperty(globalThis, 'linkspanPage');
});

const instruction = SystemProgram.transfer({
  ...{ fromPubkey: own.publicKey, toPubkey: PublicKey.default, lamports: 7 },
});
const toVersioned = () =>
  new VersionedTransaction(
    new TransactionMessage({
      ...{ payerKey: own.publicKey, recentBlockhash: blockhash, instructions: [instruction] },
    }).compileToV0Message(),
  );
const toLegacy = () =>
  new Transaction({ feePayer: own.publicKey, blockhash, lastValidBlockHeight: 9 }).add(instruction);

it('connects by the dialog, follows the account, and disconnects', async () => {
  await adapter.connect();
  expect(adapter.publicKey?.toBase58()).toBe(own.publicKey.toBase58());
  fake.connect('solana', `${local}:${PublicKey.default.toBase58()}`);
  expect(adapter.publicKey?.toBase58()).toBe(PublicKey.default.toBase58());
  await adapter.disconnect();
  expect(adapter.connected).toBe(false);
  expect(getWallet().accounts).toEqual([]);
});

it('signs transactions of both versions, several in one request', async () => {
  await adapter.connect();
  const legacy = await adapter.signTransaction?.(toLegacy());
  expect(legacy?.verifySignatures()).toBe(true);
  const signed = await adapter.signAllTransactions?.([toVersioned(), toVersioned()]);
  expect(signed?.map(({ signatures: [first] }) => first?.some((byte) => byte !== 0))).toEqual([true, true]);
  expect(params).toHaveLength(2);
});

it('sends a transaction on the cluster of the wallet, and returns its id', async () => {
  await adapter.connect();
  const connection = new Connection('http://localhost:8899');
  await expect(adapter.sendTransaction(toVersioned(), connection)).resolves.toBe(id);
  expect(params).toMatchObject([{ chain: 'solana:localnet', account: own.publicKey.toBase58() }]);
  const elsewhere = new Connection('https://api.devnet.solana.com');
  await expect(adapter.sendTransaction(toVersioned(), elsewhere)).rejects.toThrow();
  expect(params).toHaveLength(1);
});

it('signs a message', async () => {
  await adapter.connect();
  await expect(adapter.signMessage?.(Uint8Array.of(1))).resolves.toEqual(new Uint8Array(64).fill(7));
});
