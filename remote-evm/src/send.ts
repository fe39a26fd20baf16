import {
  type AccountId,
  addressOf,
  LinkspanError,
  type SendOptions,
  type SendRequest,
  type Sent,
} from '@linkspan/contract';
import { findSent } from '@linkspan/kit/unwrap';
import type { Address } from 'viem';
import { awaitedBy, type Chain, parseNote, parseTransfer } from './chain.ts';
import { toSignError } from './failures.ts';
import type { Library } from './library.ts';
import { toChainId } from './provider.ts';

export interface Sender {
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly chain: Chain;
  readonly isSafe?: boolean | undefined;
}

/** Keccak-256, as JSON-RPC writes it. */
const hashForm = /^0x[0-9a-f]{64}$/i;

/**
 * Has the native coin sent. Rejects with `input/recipient`, `input/amount` before the wallet is asked, then as
 * `submit` does.
 */
export async function send(
  { ask: send, ...sender }: Sender & { readonly ask: Library['send'] },
  intent: SendRequest,
  options: SendOptions,
): Promise<Sent> {
  const { account } = intent;
  const chainId = toChainId(sender.chain.network.id);
  const transfer = { account: addressOf(account) as Address, ...parseTransfer(intent), chainId };
  const ask = (before: () => void) => send(transfer, before);
  return (await submit(sender, { account, ask }, options)).sent;
}

/** A transaction that a wallet is asked for. */
interface Submission {
  readonly account: AccountId;
  /** Keccak-256 of its data, if it has some. */
  readonly data?: string | undefined;
  /** Asks the wallet, right after `before`. Resolves to its answer. */
  ask(before: () => void): Promise<unknown>;
}

/**
 * Has a wallet sign and send a transaction, noted right before. `isBySafe` if its id can be that of a Safe, which the chain
 * does not know. Rejects with `network/insufficient-funds`, `wallet/malformed`, and as the wallet does.
 */
export async function submit(
  { wallet, chain, isSafe }: Sender,
  { account, data, ask }: Submission,
  { noted }: SendOptions,
): Promise<{ readonly sent: Sent; readonly isBySafe: boolean }> {
  const address = addressOf(account);
  // The page could not look up the outcome if no node of the network answers.
  const note = await chain.takeNote(address, { ...(isSafe && { by: 'safe' }), ...(data && { data }) });
  const transaction = await ask(() => noted(note)).catch((error: unknown) => {
    const sent = findSent(error, { form: hashForm, note, noted });
    if (sent !== undefined) return sent;
    const { title: network } = chain.network;
    throw toSignError(error, { wallet, method: 'eth_sendTransaction', network, account });
  });
  if (typeof transaction !== 'string' || !hashForm.test(transaction))
    throw new LinkspanError('wallet/malformed', { wallet, place: 'transaction' });
  const known = parseNote(note);
  // The nonce identifies a transaction that its node has forgotten.
  if (known?.by === undefined)
    chain.completeNote(note, { address, transaction }).then(noted, () => undefined);
  // Lower-case ids, so that they compare equal.
  const sent = { transaction: transaction.toLowerCase(), ...awaitedBy(known) };
  return { sent, isBySafe: known?.by === 'safe' };
}
