import {
  type Address,
  address,
  appendTransactionMessageInstruction,
  assertIsFullySignedTransaction,
  assertIsTransactionMessageWithSingleSendingSigner,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createSignableMessage,
  createTransactionMessage,
  getBase58Decoder,
  getBase58Encoder,
  getTransactionDecoder,
  getTransactionEncoder,
  isMessageModifyingSigner,
  isTransactionModifyingSigner,
  isTransactionSendingSigner,
  partiallySignTransaction,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signAndSendTransactionMessageWithSigners,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getSigner, type Signer } from './solana-kit.ts';
import { createFakeLinkspan, type FakeLinkspan } from './testing.ts';

const local = 'solana:AHcFC3Dtb1G8JgScmLzFxSjR3fVTqpEf';
const program = address('11111111111111111111111111111111');
const blockhash = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu' as Blockhash;
const id = new Uint8Array(64).fill(7);

let fake: FakeLinkspan;
let own: Awaited<ReturnType<typeof createKeyPairSignerFromPrivateKeyBytes>>;
let params: unknown;

/** The wallet signs as a real one does. */
async function signWire(text: string): Promise<string> {
  const transaction = getTransactionDecoder().decode(Buffer.from(text, 'base64'));
  const signed = await partiallySignTransaction([own.keyPair], transaction);
  return Buffer.from(getTransactionEncoder().encode(signed)).toString('base64');
}

beforeEach(async () => {
  own = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(5));
  fake = createFakeLinkspan([
    {
      ...{ id: 'solana', title: 'Solana', namespace: 'solana' },
      networks: [{ id: local, title: 'Local', rpc: ['http://localhost:8899/'], symbol: 'SOL', decimals: 9 }],
    },
  ]);
  fake.answers.call = async (_, method, given) => {
    params = given;
    if (method === 'solana:signMessage')
      return {
        signedMessage: (given as { message: string }).message,
        signature: Buffer.from(id).toString('base64'),
      };
    const { transactions } = given as { transactions: readonly string[] };
    if (method === 'solana:signAndSendTransaction') return { signature: getBase58Decoder().decode(id) };
    return { signedTransactions: await Promise.all(transactions.map(signWire)) };
  };
  fake.connect('solana', `${local}:${own.address}`);
  await new Promise((resolve) => setTimeout(resolve));
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'linkspanPage'));

function toMessage(signer: Signer, version: 0 | 'legacy' = 0) {
  const empty = setTransactionMessageFeePayerSigner(signer, createTransactionMessage({ version }));
  const alive = setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 9n }, empty);
  return appendTransactionMessageInstruction({ programAddress: program, data: Uint8Array.of(9) }, alive);
}

it('is a signer of messages and transactions, and one that sends, as kit knows them', () => {
  const signer = getSigner();
  expect(signer.address).toBe(own.address);
  expect([
    isMessageModifyingSigner(signer),
    isTransactionModifyingSigner(signer),
    isTransactionSendingSigner(signer),
  ]).toEqual([true, true, true]);
});

it.each([0, 'legacy'] as const)(
  'signs a transaction of version %s that kit takes as signed',
  async (version) => {
    const signed = await signTransactionMessageWithSigners(toMessage(getSigner(), version));
    assertIsFullySignedTransaction(signed);
    expect(signed.lifetimeConstraint).toEqual({ blockhash, lastValidBlockHeight: 9n });
    expect(params).toMatchObject({
      account: own.address,
      chain: 'solana:localnet',
      transactions: [expect.any(String)],
    });
  },
);

it('has the lifetime that the wallet has put in', async () => {
  const { call } = fake.answers;
  const newer = new Uint8Array(32).fill(1);
  fake.answers.call = (family, method, given) => {
    const [text = ''] = (given as { transactions: readonly string[] }).transactions;
    const wire = Buffer.from(text, 'base64');
    wire.set(newer, wire.indexOf(Buffer.from(getBase58Encoder().encode(blockhash))));
    return call(family, method, { transactions: [wire.toString('base64')] });
  };
  const signed = await signTransactionMessageWithSigners(toMessage(getSigner()));
  expect(signed.lifetimeConstraint).toMatchObject({ blockhash: getBase58Decoder().decode(newer) });
});

it('sends a transaction, and returns its signature', async () => {
  const message = toMessage(getSigner());
  assertIsTransactionMessageWithSingleSendingSigner(message);
  await expect(signAndSendTransactionMessageWithSigners(message)).resolves.toEqual(id);
  expect(fake.asked).toEqual(['call solana solana:signAndSendTransaction']);
});

it('signs a message', async () => {
  const [signed] = await getSigner().modifyAndSignMessages([createSignableMessage('Ahoy')]);
  expect(signed?.signatures).toEqual({ [own.address]: id });
  expect(new TextDecoder().decode(signed?.content)).toBe('Ahoy');
});

it('stays the signer of its account, and asks nobody once its signal is aborted', async () => {
  const signer = getSigner();
  fake.connect('solana', `${local}:${program}`);
  await signer.modifyAndSignMessages([createSignableMessage('Ahoy')]);
  expect(params).toMatchObject({ account: own.address });
  expect(getSigner().address).toBe(program as Address);
  const before = fake.asked.length;
  const abortSignal = AbortSignal.abort();
  await expect(
    signer.modifyAndSignMessages([createSignableMessage('Ahoy')], { abortSignal }),
  ).rejects.toThrow();
  await expect(signer.signAndSendTransactions([], { abortSignal })).rejects.toThrow();
  expect(fake.asked).toHaveLength(before);
});

it('passes the slot on that the wallet has to have reached', async () => {
  await getSigner().modifyAndSignTransactions([], { minContextSlot: 5n });
  const message = toMessage(getSigner());
  await signTransactionMessageWithSigners(message, { minContextSlot: 5n });
  expect(params).toMatchObject({ options: { minContextSlot: 5 } });
});

it('is none while no wallet is connected', () => {
  fake.disconnect('solana');
  expect(getSigner).toThrow('wallet/not-connected');
});
