import type { AccountId, SendOptions, SendRequest, Sent } from '@linkspan/contract';
import { findSent } from '@linkspan/kit/unwrap';
import { type Chain, noteSigned, type SignedLifetime } from './chain.ts';
import { compareSigned } from './compare-signed.ts';
import { toSendError } from './failures.ts';
import type { Library } from './library.ts';
import type { TransactionVersion } from './provider.ts';
import type { Destination } from './wallet.ts';

/** A signature of 64 bytes in base58. */
const idForm = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;

export interface Sender {
  readonly library: Library;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly chain: Chain;
  readonly version: TransactionVersion | undefined;
}

/**
 * Has the native coin sent. Rejects with `input/…`, `network/…` before the wallet is asked,
 * then as the wallet does, and with `wallet/other-transaction` if it has signed another one, which is not submitted.
 */
export async function send(
  { library, wallet, chain, version }: Sender,
  intent: SendRequest,
  options: SendOptions,
): Promise<Sent> {
  const { transaction: unsigned, note, failure } = await chain.prepareTransfer(intent, version);
  if (failure !== undefined) throw failure;
  const compare = (signed: Uint8Array) => compareSigned(unsigned, signed, wallet);
  return submit({ library, wallet, chain }, { ...intent, transaction: unsigned, note, compare }, options);
}

/** A transaction that a wallet is asked for. */
interface Submission extends Pick<Destination, 'version' | 'options'> {
  readonly account: AccountId;
  /** In wire format. */
  readonly transaction: Uint8Array;
  readonly note: string;
  /** It can land for as long as its nonce stays. */
  readonly hasNonce?: boolean;
  /** Throws, or rejects, unless the wallet that only signs has signed what was asked. */
  compare(signed: Uint8Array): SignedLifetime | Promise<SignedLifetime>;
}

/** Has a wallet sign and send a transaction, noted right before. Rejects as `send` once the wallet is asked. */
export async function submit(
  { library, wallet, chain }: Pick<Sender, 'library' | 'wallet' | 'chain'>,
  { account, transaction: unsigned, note, hasNonce, compare, version, options: wishes }: Submission,
  { noted }: SendOptions,
): Promise<Sent> {
  /** Undefined if the wallet sends by itself. */
  let lifetime: SignedLifetime | undefined;
  let latest = note;
  const destination = {
    network: chain.network,
    noted: () => noted(note),
    ...{ version, options: wishes },
    submit: async (signed: Uint8Array) => {
      lifetime = await compare(signed);
      // Whatever the node answers, or fails to answer, it may have it.
      latest = noteSigned(note, signed, lifetime);
      noted(latest);
      return chain.submit(signed);
    },
  };
  // A wallet may change the bytes that it is given.
  const given = unsigned.slice();
  const transaction = await library.send(account, given, destination).catch((error: unknown) => {
    const sent = lifetime === undefined ? findSent(error, { form: idForm, note, noted }) : undefined;
    if (sent !== undefined) return sent;
    const method = 'solana:signAndSendTransaction';
    throw toSendError(error, { wallet, method, network: chain.network.title });
  });
  // Until when it can land, should the cluster not know it. With a durable nonce, there is no such limit.
  if ((lifetime === undefined && !hasNonce) || lifetime === 'other-blockhash')
    chain.completeNote(latest).then(noted, () => undefined);
  return { transaction };
}
