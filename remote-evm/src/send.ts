import { addressOf, LinkspanError, type SendIntent, type SendOptions, type Sent } from '@linkspan/contract';
import { findSent } from '@linkspan/kit/follow';
import type { Address } from 'viem';
import { awaitedBy, type Chain, parseNote, parseTransfer } from './chain.ts';
import { toSignError } from './failures.ts';
import type { Library } from './library.ts';
import { toChainId } from './provider.ts';

export interface Sender {
  readonly library: Library;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly chain: Chain;
  readonly isSafe?: boolean;
}

/** Keccak-256, as JSON-RPC writes it. */
const hashForm = /^0x[0-9a-f]{64}$/i;

/**
 * Has the native coin sent. Rejects with `input/recipient`, `input/amount` before the wallet is asked, then with
 * `network/insufficient-funds`, `wallet/malformed`, and as the wallet does.
 */
export async function send(
  { library, wallet, chain, isSafe }: Sender,
  intent: SendIntent,
  { noted }: SendOptions,
): Promise<Sent> {
  const { account } = intent;
  const address = addressOf(account) as Address;
  const chainId = toChainId(chain.network.id);
  const transfer = { account: address, ...parseTransfer(intent), chainId };
  // The page could not look up the outcome if no node of the network answers.
  const note = await chain.takeNote(address, isSafe ? 'safe' : undefined);
  const ask = () => noted(note);
  const transaction = await library.send(transfer, ask).catch((error: unknown) => {
    const sent = findSent(error, { form: hashForm, note, noted });
    if (sent !== undefined) return sent;
    const { title: network } = chain.network;
    throw toSignError(error, { wallet, method: 'eth_sendTransaction', network, account });
  });
  if (!hashForm.test(transaction))
    throw new LinkspanError('wallet/malformed', { wallet, place: 'transaction' });
  const known = parseNote(note);
  // The nonce identifies a transaction that its node has forgotten.
  if (known?.by === undefined)
    chain.completeNote(note, { address, transaction }).then(noted, () => undefined);
  // Lower-case ids, so that they compare equal.
  return { transaction: transaction.toLowerCase(), ...awaitedBy(known) };
}
