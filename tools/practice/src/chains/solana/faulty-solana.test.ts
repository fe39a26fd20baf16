import {
  type Address,
  address,
  appendTransactionMessageInstruction,
  assertIsTransactionWithBlockhashLifetime,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { solanaAccounts } from '../../accounts.ts';
import { solanaGenesisHashes, toSolanaId } from '../../networks.ts';
import type { ChainFaults } from '../faults/chain-faults.ts';
import { type RunningSolana, startSolana } from './start-solana.ts';

const [genesis] = solanaGenesisHashes;
const [harbour, , lantern] = solanaAccounts as [
  (typeof solanaAccounts)[0],
  unknown,
  (typeof solanaAccounts)[0],
];

let skippedMs = 0;
let running: RunningSolana;
let rpc: ReturnType<typeof createSolanaRpc>;

beforeAll(async () => {
  running = await startSolana({ port: 0, wsPort: 0, now: () => Date.now() + skippedMs });
  rpc = createSolanaRpc(`http://127.0.0.1:${running.port}`);
});
afterAll(() => running.stop());
afterEach(() => change({}));

const change = async (faults: Partial<ChainFaults>) =>
  running.faults.get(toSolanaId(genesis))?.change(faults);
const statusOf = async (signature: Awaited<ReturnType<typeof send>>) =>
  (await rpc.getSignatureStatuses([signature]).send()).value[0];

async function send(amount: bigint) {
  const signer = await createKeyPairSignerFromPrivateKeyBytes(harbour.seed);
  const { value: blockhash } = await rpc.getLatestBlockhash().send();
  const destination: Address = address(lantern.address);
  const transfer = getTransferSolInstruction({ source: signer, destination, amount: lamports(amount) });
  const signed = await pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(signer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(blockhash, message),
    (message) => appendTransactionMessageInstruction(transfer, message),
    signTransactionMessageWithSigners,
  );
  assertIsTransactionWithBlockhashLifetime(signed);
  return rpc.sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' }).send();
}

describe('a faulty Solana cluster', () => {
  it('lies about its genesis', async () => {
    expect(await rpc.getGenesisHash().send()).toBe(genesis);
    await change({ lies: true });
    expect(await rpc.getGenesisHash().send()).not.toBe(genesis);
  });

  it('stands where it makes no blocks, and has afterwards what was sent meanwhile', async () => {
    await change({ stopsBlocks: true });
    const before = await rpc.getBlockHeight().send();
    const signature = await send(1_000_000n);
    // 25 slots.
    skippedMs += 10_000;
    expect([await rpc.getBlockHeight().send(), await statusOf(signature)]).toEqual([before, null]);
    await change({});
    expect(await statusOf(signature)).toMatchObject({ err: null });
    expect(await rpc.getBlockHeight().send()).toBeLessThan(before + 25n);
  });

  it('forgets what it has taken, so that it expires', async () => {
    await change({ forgets: true });
    const signature = await send(2_000_000n);
    await change({});
    skippedMs += 70_000;
    expect(await statusOf(signature)).toBeNull();
  });

  it('ends its websockets where it is down, and opens none', async () => {
    const open = () => new WebSocket(`ws://127.0.0.1:${running.wsPort}`);
    const socket = open();
    await new Promise((resolve) => socket.once('open', resolve));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await change({ answers: 'down' });
    await closed;
    const refused = open();
    expect(await new Promise<Error>((resolve) => refused.once('error', resolve))).toMatchObject({
      message: expect.stringContaining('503'),
    });
  });
});
