import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
  type SolanaErrorCode,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import {
  Connection,
  Keypair,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solanaAccounts } from '../../accounts.ts';
import { solanaGenesisHashes } from '../../networks.ts';
import { type RunningSolana, startSolana } from './start-solana.ts';
import { instructionErrorNames, transactionErrorNames } from './transaction-error.ts';

const [harbour, pier, lantern] = solanaAccounts.map((account) => address(account.address)) as [
  Address,
  Address,
  Address,
];
const seeds = solanaAccounts.map((account) => account.seed) as [Uint8Array, Uint8Array, Uint8Array];

let skippedMs = 0;
let running: RunningSolana;
let rpc: ReturnType<typeof openRpc>;
let rpcSubscriptions: ReturnType<typeof openSubscriptions>;
let connection: Connection;

beforeAll(async () => {
  running = await startSolana({ port: 0, wsPort: 0, now: () => Date.now() + skippedMs });
  rpc = openRpc();
  rpcSubscriptions = openSubscriptions();
  connection = new Connection(url(), { commitment: 'confirmed', wsEndpoint: wsUrl() });
});

afterAll(async () => {
  // web3.js would connect again for as long as the process lives, and has no public way to end that.
  const { _rpcWebSocket: socket } = connection as unknown as {
    _rpcWebSocket: { setAutoReconnect(reconnects: boolean): void };
  };
  socket.setAutoReconnect(false);
  await running.stop();
});

const url = (path = '') => `http://127.0.0.1:${running.port}${path}`;
const wsUrl = (path = '') => `ws://127.0.0.1:${running.wsPort}${path}`;
const openRpc = (path = '') => createSolanaRpc(url(path));
const openSubscriptions = () => createSolanaRpcSubscriptions(wsUrl());

async function signTransfer(seed: Uint8Array, to: Address, amount: bigint, version: 0 | 'legacy' = 0) {
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

async function post(method: string, params?: unknown, path = '') {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url(path), { method: 'POST', body });
  return (await response.json()) as {
    readonly result: { readonly value: unknown };
    readonly error?: { readonly code: number; readonly data?: { readonly err: unknown } };
  };
}

function hasCode(cause: unknown, code: SolanaErrorCode): boolean {
  return isSolanaError(cause, code) || (cause instanceof Error && hasCode(cause.cause, code));
}

describe('the simulated Solana clusters, seen by @solana/kit', () => {
  it('give each practice account 100 SOL', async () => {
    for (const account of [harbour, pier, lantern])
      expect((await rpc.getBalance(account).send()).value).toBe(100_000_000_000n);
  });

  it.each([0, 'legacy'] as const)('execute and confirm a transfer of version %s', async (version) => {
    const before = (await rpc.getBalance(lantern).send()).value;
    const signed = await signTransfer(seeds[0], lantern, 1_500_000_000n, version);
    await sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(signed, { commitment: 'confirmed' });
    expect((await rpc.getBalance(lantern).send()).value).toBe(before + 1_500_000_000n);
  });

  it('tell the fee of a message and the transaction that paid it', async () => {
    const signed = await signTransfer(seeds[0], lantern, 7n);
    const message = Buffer.from(signed.messageBytes).toString('base64');
    const fee = await rpc.getFeeForMessage(message as Parameters<typeof rpc.getFeeForMessage>[0]).send();
    expect(fee.value).toBe(5000n);
    await rpc.sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' }).send();
    const signature = getSignatureFromTransaction(signed);
    const landed = await rpc
      .getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send();
    expect(landed?.meta?.fee).toBe(5000n);
    expect(landed?.transaction.message.accountKeys).toContain(lantern);
    const parsed = await rpc
      .getTransaction(signature, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 })
      .send();
    expect(parsed?.transaction.message.instructions).toMatchObject([
      { program: 'system', parsed: { type: 'transfer', info: { destination: lantern, lamports: 7n } } },
    ]);
    const [newest] = await rpc.getSignaturesForAddress(lantern, { limit: 1 }).send();
    expect(newest?.signature).toBe(signature);
  });

  it('refuse in preflight what an account cannot pay, with the program`s logs', async () => {
    const signed = await signTransfer(seeds[0], pier, 500_000_000_000n);
    const cause = await rpc
      .sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' })
      .send()
      .catch((error: unknown) => error);
    expect(hasCode(cause, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)).toBe(
      true,
    );
    expect(hasCode(cause, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM)).toBe(true);
  });

  it('refuse a blockhash once 150 slots have gone by', async () => {
    const signed = await signTransfer(seeds[0], pier, 1n);
    skippedMs += 61_000;
    const cause = await rpc
      .sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' })
      .send()
      .catch((error: unknown) => error);
    expect(hasCode(cause, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND)).toBe(true);
  });

  it('refuse the same transaction a second time', async () => {
    const wire = getBase64EncodedWireTransaction(await signTransfer(seeds[0], pier, 3n));
    await rpc.sendTransaction(wire, { encoding: 'base64' }).send();
    const { error } = await post('sendTransaction', [wire, { encoding: 'base64' }]);
    expect(error).toMatchObject({ code: -32002, data: { err: 'AlreadyProcessed' } });
  });

  it('refuse a signature that is not the account`s', async () => {
    const wire = Buffer.from(
      getBase64EncodedWireTransaction(await signTransfer(seeds[0], pier, 4n)),
      'base64',
    );
    wire.writeUInt8(wire.readUInt8(10) ^ 1, 10);
    const { error } = await post('sendTransaction', [wire.toString('base64'), { encoding: 'base64' }]);
    expect(error).toEqual({ code: -32003, message: 'Transaction signature verification failure' });
  });

  it('let a transaction without preflight land as failed, at its sender`s cost', async () => {
    const before = (await rpc.getBalance(harbour).send()).value;
    const signed = await signTransfer(seeds[0], pier, 500_000_000_000n);
    const wire = getBase64EncodedWireTransaction(signed);
    const signature = await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send();
    const { value } = await rpc.getSignatureStatuses([signature]).send();
    expect(value[0]?.err).toEqual({ InstructionError: [0n, { Custom: 1n }] });
    expect((await rpc.getBalance(harbour).send()).value).toBe(before - 5000n);
  });

  it('notify of a changed account', async () => {
    const stop = new AbortController();
    const changes = await rpcSubscriptions.accountNotifications(pier).subscribe({ abortSignal: stop.signal });
    const next = changes[Symbol.asyncIterator]().next();
    await rpc.requestAirdrop(pier, lamports(2_000_000_000n)).send();
    expect((await next).value.value.lamports).toBe((await rpc.getBalance(pier).send()).value);
    stop.abort();
  });

  it('simulate without changing anything, and without a signature', async () => {
    const before = (await rpc.getBalance(pier).send()).value;
    const wire = Buffer.from(
      getBase64EncodedWireTransaction(await signTransfer(seeds[0], pier, 9n)),
      'base64',
    );
    wire.fill(0, 1, 65);
    const { result } = await post('simulateTransaction', [wire.toString('base64'), { encoding: 'base64' }]);
    expect(result.value).toMatchObject({ err: null, unitsConsumed: 150 });
    expect((await rpc.getBalance(pier).send()).value).toBe(before);
  });

  it('are two: a transfer on the first is not on the second, and their names differ', async () => {
    const second = openRpc('/second');
    expect(await rpc.getGenesisHash().send()).toBe(solanaGenesisHashes[0]);
    expect(await second.getGenesisHash().send()).toBe(solanaGenesisHashes[1]);
    expect((await second.getBalance(harbour).send()).value).toBe(100_000_000_000n);
    const wire = getBase64EncodedWireTransaction(await signTransfer(seeds[0], pier, 5n));
    const { error } = await post('sendTransaction', [wire, { encoding: 'base64' }], '/second');
    expect(error?.data?.err).toBe('BlockhashNotFound');
  });
});

describe('the simulated Solana clusters, seen by @solana/web3.js', () => {
  const payer = Keypair.fromSeed(seeds[1]);
  const transfer = (amount: number) =>
    SystemProgram.transfer({
      fromPubkey: payer.publicKey,
      toPubkey: new PublicKey(lantern),
      lamports: amount,
    });

  it('send and confirm a legacy transaction', async () => {
    const before = await connection.getBalance(new PublicKey(lantern));
    const signature = await sendAndConfirmTransaction(connection, new Transaction().add(transfer(1000)), [
      payer,
    ]);
    expect(await connection.getBalance(new PublicKey(lantern))).toBe(before + 1000);
    expect((await connection.getSignatureStatus(signature)).value?.confirmationStatus).toBe('finalized');
    expect(
      (await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))?.meta?.fee,
    ).toBe(5000);
  });

  it('send and confirm a version 0 transaction', async () => {
    const latest = await connection.getLatestBlockhash();
    const { blockhash: recentBlockhash } = latest;
    const parts = { payerKey: payer.publicKey, recentBlockhash, instructions: [transfer(2000)] };
    const transaction = new VersionedTransaction(new TransactionMessage(parts).compileToV0Message());
    transaction.sign([payer]);
    const signature = await connection.sendTransaction(transaction);
    expect((await connection.confirmTransaction({ signature, ...latest })).value.err).toBeNull();
  });

  it('airdrop, read accounts and version, and fail with logs', async () => {
    const fresh = Keypair.generate();
    const latest = await connection.getLatestBlockhash();
    const signature = await connection.requestAirdrop(fresh.publicKey, 1_000_000_000);
    await connection.confirmTransaction({ signature, ...latest });
    expect((await connection.getAccountInfo(fresh.publicKey))?.lamports).toBe(1_000_000_000);
    expect((await connection.getVersion())['solana-core']).toContain('litesvm');
    expect(await connection.getMinimumBalanceForRentExemption(0)).toBe(890_880);
    const cause = await connection
      .sendTransaction(new Transaction().add(transfer(9e14)), [payer])
      .catch((e) => e);
    expect(cause).toBeInstanceOf(SendTransactionError);
    expect(cause.logs.join()).toContain('insufficient lamports');
  });
});

describe('the front of the simulated Solana clusters', () => {
  it.each([
    ['an unknown method', 'getBlockCommitment', [], -32601],
    ['a method of every object', 'constructor', [], -32601],
    ['a bad address', 'getBalance', ['not-an-address'], -32602],
    ['an airdrop beyond measure', 'requestAirdrop', [harbour, 1e15], -32602],
    ['a transaction that is none', 'sendTransaction', ['AAAA', { encoding: 'base64' }], -32602],
  ])('answers %s with a code', async (_, method, params, code) => {
    expect((await post(method, params)).error?.code).toBe(code);
  });

  it('answers bad JSON, an oversize body and an unknown path with a code', async () => {
    const send = async (body: string, path = '') => fetch(url(path), { method: 'POST', body });
    expect(await (await send('{')).json()).toMatchObject({ error: { code: -32700 }, id: null });
    const oversize = await send('x'.repeat(1_000_001));
    expect(oversize.status).toBe(413);
    expect(await oversize.json()).toMatchObject({ error: { code: -32600 } });
    expect((await send('{}', '/third')).status).toBe(404);
  });

  it('lets pages of every origin in', async () => {
    const preflight = await fetch(url(), { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('names every error of litesvm as Solana does', () => {
    const path = createRequire(import.meta.url)
      .resolve('litesvm')
      .replace('index.js', 'internal.d.ts');
    const declared = readFileSync(path, 'utf8');
    const members = (name: string) =>
      [...(declared.split(`enum ${name} {`)[1]?.split('}')[0] ?? '').matchAll(/(\w+) = \d+/g)].map(
        (one) => one[1],
      );
    expect(transactionErrorNames).toEqual(members('TransactionErrorFieldless'));
    expect(instructionErrorNames).toEqual(members('InstructionErrorFieldless'));
  });
});
