import {
  type Address,
  address,
  appendTransactionMessageInstruction,
  assertIsTransactionWithBlockhashLifetime,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  isSolanaError,
  lamports,
  pipe,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionMessageBytesBase64,
} from '@solana/kit';
import {
  Connection,
  Keypair,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js';
import { getTransferSolInstruction } from '@solana-program/system';
import { fetchToken, findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { solanaAccounts } from '../../accounts.ts';
import { solanaGenesisHashes, toSolanaId } from '../../families.ts';
import { ferry } from '../../ferry.ts';
import type { ChainFaults } from '../network-faults.ts';
import { type RunningSolana, startSolana } from './start-solana.ts';

const [harbour, pier, lantern] = solanaAccounts.map((account) => address(account.address)) as [
  Address,
  Address,
  Address,
];
const [seed, pierSeed] = solanaAccounts.map((account) => account.seed) as [Uint8Array, Uint8Array];
const [genesis, secondGenesis] = solanaGenesisHashes;
const base64 = { encoding: 'base64' } as const;

let skippedMs = 0;
let running: RunningSolana;
let rpc: ReturnType<typeof openRpc>;

beforeAll(async () => {
  running = await startSolana({ port: 0, wsPort: 0, now: () => Date.now() + skippedMs });
  rpc = openRpc();
});
afterAll(() => running.stop());
afterEach(() => change({}));

const url = (path = '') => `http://127.0.0.1:${running.port}${path}`;
const wsUrl = () => `ws://127.0.0.1:${running.wsPort}`;
const openRpc = (path = '') => createSolanaRpc(url(path));
const change = async (faults: Partial<ChainFaults>) =>
  running.faults.get(toSolanaId(genesis))?.change(faults);
const readBalance = async (account: Address) => (await rpc.getBalance(account).send()).value;

async function sign(to: Address, amount: bigint, version: 0 | 'legacy' = 0) {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(seed);
  const { value: blockhash } = await rpc.getLatestBlockhash().send();
  const transfer = getTransferSolInstruction({ source: signer, destination: to, amount: lamports(amount) });
  const signed = await pipe(
    createTransactionMessage({ version }),
    (message) => setTransactionMessageFeePayerSigner(signer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(blockhash, message),
    (message) => appendTransactionMessageInstruction(transfer, message),
    signTransactionMessageWithSigners,
  );
  assertIsTransactionWithBlockhashLifetime(signed);
  return signed;
}

const signWire = async (to: Address, amount: bigint) =>
  getBase64EncodedWireTransaction(await sign(to, amount));
const send = (wire: Awaited<ReturnType<typeof signWire>>, options: { skipPreflight?: boolean } = {}) =>
  rpc.sendTransaction(wire, { ...base64, ...options }).send();
const statusOf = async (signature: Awaited<ReturnType<typeof send>>) =>
  (await rpc.getSignatureStatuses([signature]).send()).value[0];

async function post(method: string, params?: unknown, path = '') {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url(path), { method: 'POST', body });
  return (await response.json()) as {
    readonly result: { readonly value: unknown };
    readonly error?: { readonly code: number; readonly data?: { readonly err: unknown } };
  };
}

describe('a simulated Solana cluster', () => {
  it('gives each practice account 100 SOL', async () => {
    expect(await Promise.all([harbour, pier, lantern].map(readBalance))).toEqual(Array(3).fill(10n ** 11n));
  });

  it('gives each practice account 1,000 of a token', async () => {
    const seeds = { owner: pier, mint: address(ferry.token), tokenProgram: TOKEN_PROGRAM_ADDRESS };
    const [account] = await findAssociatedTokenPda(seeds);
    expect((await fetchToken(rpc, account)).data).toMatchObject({ amount: 100_000n, owner: pier });
  });

  it('tells who owns an account, without its data, and what an account has to hold', async () => {
    const token = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
    const nobody = address('1nc1nerator11111111111111111111111111111111');
    const slice = { ...base64, dataSlice: { offset: 0, length: 0 } };
    const { value } = await rpc.getMultipleAccounts([harbour, token, nobody], slice).send();
    expect(value).toMatchObject([
      { owner: '11111111111111111111111111111111', executable: false, space: 0n },
      { owner: expect.stringMatching(/^BPFLoader/), executable: true, data: ['', 'base64'] },
      null,
    ]);
    expect(await rpc.getMinimumBalanceForRentExemption(0n).send()).toBe(890_880n);
  });

  it.each([0, 'legacy'] as const)(
    'confirms a transfer of version %s sent by @solana/kit',
    async (version) => {
      const before = await readBalance(lantern);
      const signed = await sign(lantern, 1_500_000_000n, version);
      const rpcSubscriptions = createSolanaRpcSubscriptions(wsUrl());
      await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(signed, { commitment: 'confirmed' });
      expect(await readBalance(lantern)).toBe(before + 1_500_000_000n);
    },
  );

  it('confirms a transfer sent by @solana/web3.js, and explains a failure by logs', async () => {
    const connection = new Connection(url(), { commitment: 'confirmed', wsEndpoint: wsUrl() });
    const payer = Keypair.fromSeed(pierSeed);
    const transfer = (amount: number) =>
      new Transaction().add(
        SystemProgram.transfer({
          fromPubkey: payer.publicKey,
          toPubkey: new PublicKey(lantern),
          lamports: amount,
        }),
      );
    const before = await readBalance(lantern);
    await sendAndConfirmTransaction(connection, transfer(1000), [payer]);
    expect(await readBalance(lantern)).toBe(before + 1000n);
    const cause = await connection.sendTransaction(transfer(9e14), [payer]).catch((error) => error);
    expect(cause).toBeInstanceOf(SendTransactionError);
    expect(cause.logs.join()).toContain('insufficient lamports');
    // web3.js has no public way to close its websocket.
    const { _rpcWebSocket: socket } = connection as unknown as {
      _rpcWebSocket: { setAutoReconnect(reconnects: boolean): void };
    };
    socket.setAutoReconnect(false);
  });

  it('shows a transfer with its fee', async () => {
    const signed = await sign(lantern, 7n);
    await send(getBase64EncodedWireTransaction(signed));
    const options = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 } as const;
    const landed = await rpc.getTransaction(getSignatureFromTransaction(signed), options).send();
    expect(landed?.meta?.fee).toBe(5000n);
    const message = Buffer.from(signed.messageBytes).toString('base64') as TransactionMessageBytesBase64;
    expect((await rpc.getFeeForMessage(message).send()).value).toBe(5000n);
    expect(landed?.transaction.message.instructions).toMatchObject([
      { program: 'system', parsed: { type: 'transfer', info: { destination: lantern, lamports: 7n } } },
    ]);
  });

  it('refuses in preflight what the account cannot pay', async () => {
    const cause = await send(await signWire(pier, 500_000_000_000n)).catch((error) => error.cause);
    expect(isSolanaError(cause, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM)).toBe(true);
  });

  it('refuses a blockhash after 150 slots', async () => {
    const wire = await signWire(pier, 1n);
    await post('practice_skipSlots', [151]);
    const cause = await send(wire).catch((error) => error.cause);
    expect(isSolanaError(cause, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND)).toBe(true);
  });

  it('refuses the same transaction a second time', async () => {
    const wire = await signWire(pier, 3n);
    await send(wire);
    const { error } = await post('sendTransaction', [wire, base64]);
    expect(error).toMatchObject({ code: -32002, data: { err: 'AlreadyProcessed' } });
  });

  it('refuses a signature by another key', async () => {
    const wire = Buffer.from(await signWire(pier, 4n), 'base64');
    wire.writeUInt8(wire.readUInt8(10) ^ 1, 10);
    const { error } = await post('sendTransaction', [wire.toString('base64'), base64]);
    expect(error).toEqual({ code: -32003, message: 'Transaction signature verification failure' });
  });

  it('charges the fee of a transaction that fails without preflight', async () => {
    const before = await readBalance(harbour);
    const signature = await send(await signWire(pier, 500_000_000_000n), { skipPreflight: true });
    expect((await statusOf(signature))?.err).toEqual({ InstructionError: [0n, { Custom: 1n }] });
    expect(await readBalance(harbour)).toBe(before - 5000n);
  });

  it('simulates an unsigned transaction without effects', async () => {
    const before = await readBalance(pier);
    const wire = Buffer.from(await signWire(pier, 9n), 'base64').fill(0, 1, 65);
    const { result } = await post('simulateTransaction', [wire.toString('base64'), base64]);
    expect(result.value).toMatchObject({ err: null, unitsConsumed: 150 });
    expect(await readBalance(pier)).toBe(before);
  });

  it('is separate from the second one', async () => {
    expect(await rpc.getGenesisHash().send()).toBe(genesis);
    expect(await openRpc('/second').getGenesisHash().send()).toBe(secondGenesis);
    const { error } = await post('sendTransaction', [await signWire(pier, 5n), base64], '/second');
    expect(error?.data?.err).toBe('BlockhashNotFound');
  });

  it.each([
    ['an unknown method', 'constructor', [], -32601],
    ['a malformed address', 'getBalance', ['not-an-address'], -32602],
    ['a malformed transaction', 'sendTransaction', ['AAAA', base64], -32602],
  ])('answers %s with a code', async (_, method, params, code) => {
    expect((await post(method, params)).error?.code).toBe(code);
  });
});

describe('a faulty Solana cluster', () => {
  it('reports another genesis', async () => {
    await change({ lies: true });
    expect(await rpc.getGenesisHash().send()).not.toBe(genesis);
  });

  it('stops its slots, and executes afterwards what was sent', async () => {
    await change({ stopsBlocks: true });
    const before = await rpc.getBlockHeight().send();
    const signature = await send(await signWire(pier, 1_000_000n));
    // 25 slots.
    skippedMs += 10_000;
    expect([await rpc.getBlockHeight().send(), await statusOf(signature)]).toEqual([before, null]);
    await change({});
    expect(await statusOf(signature)).toMatchObject({ err: null });
    expect(await rpc.getBlockHeight().send()).toBeLessThan(before + 25n);
  });

  it('drops what it has accepted', async () => {
    await change({ forgets: true });
    const signature = await send(await signWire(pier, 2_000_000n));
    await change({});
    expect(await statusOf(signature)).toBeNull();
  });

  it('closes its websockets while it is down, and opens none', async () => {
    const socket = new WebSocket(wsUrl());
    await new Promise((resolve) => socket.once('open', resolve));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await change({ answers: 'down' });
    await closed;
    const refused = new WebSocket(wsUrl());
    expect(await new Promise((resolve) => refused.once('error', resolve))).toMatchObject({
      message: expect.stringContaining('503'),
    });
  });
});
