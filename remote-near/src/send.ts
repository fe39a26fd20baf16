import {
  field,
  LinkspanError,
  type SendOptions,
  type SendRequest,
  type Sent,
  toList,
} from '@linkspan/contract';
import { findSent } from '@linkspan/kit/unwrap';
import { type Chain, parseNote, parseTransfer } from './chain.ts';
import { toSendError } from './failures.ts';
import type { Library } from './library.ts';

export interface Sender {
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly chain: Chain;
  /** Aborted with the session: nothing is asked for any more. */
  readonly signal: AbortSignal;
}

/**
 * Has the native coin sent. Rejects with `input/…`, `network/…`, `wallet/cancelled` before the wallet is asked, then with `wallet/malformed`, and as the wallet does.
 */
export async function send(
  { library, ...sender }: Sender & { readonly library: Library },
  intent: SendRequest,
  options: SendOptions,
): Promise<Sent> {
  const transfer = parseTransfer(intent);
  const { failure } = await sender.chain.estimate(transfer);
  if (failure !== undefined) throw failure;
  const { signerId } = transfer;
  const { sent } = await submit(sender, { signerId, count: 1, ask: () => library.send(transfer) }, options);
  return sent;
}

/** Transactions that a wallet is to send. */
export interface Submission {
  readonly signerId: string;
  readonly count: number;
  /** `toDigest` of what the page's application asks for. */
  readonly asked?: string;
  /** Asks the wallet; answers its outcomes, unparsed. */
  ask(): Promise<unknown>;
}

/**
 * Notes transactions, and has the wallet send them. `sent` is the last of them. Rejects with `network/…`,
 * `wallet/cancelled` before the wallet is asked, then with `wallet/malformed`, and as the wallet does.
 */
export async function submit(
  { wallet, chain, signal }: Sender,
  { signerId, count, asked, ask }: Submission,
  { noted }: SendOptions,
): Promise<{ readonly outcomes: readonly unknown[]; readonly sent: Sent }> {
  const note = await chain.takeNote(signerId, asked);
  if (signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
  noted(note);
  const answer = await ask().catch(async (error: unknown) => {
    const hash = count === 1 ? findSent(error, { form: idForm, note, noted }) : undefined;
    if (hash !== undefined) return { transaction: { hash } };
    // A wallet that asks for one after the other may have sent those before.
    if (count > 1 && (await hasSigned(chain, signerId, note)))
      throw new LinkspanError('wallet/sent-in-part', { wallet });
    throw toSendError(error, { wallet, method: 'signAndSendTransaction', network: chain.network.title });
  });
  const { outcomes, ids } = parseOutcomes(answer, count, wallet);
  const whole = count === 1 ? note : JSON.stringify({ ...JSON.parse(note), all: ids.join(' ') });
  if (count > 1) noted(whole);
  // Until when it can land, should the chain not know it.
  chain.completeNote(whole).then(noted, () => undefined);
  return { outcomes, sent: { transaction: ids.at(-1) as string } };
}

/** Whether an account has signed a transaction since, or may have. */
async function hasSigned(chain: Chain, signerId: string, note: string): Promise<boolean> {
  const now = await chain.takeNote(signerId).catch(() => undefined);
  return parseNote(now)?.nonces !== parseNote(note)?.nonces;
}

/** The digits that 32 bytes in base58 may have. A text of this form with more bytes is only not found. */
const idForm = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

function isId(value: unknown): value is string {
  return typeof value === 'string' && idForm.test(value);
}

/** The outcomes that a wallet tells, and the ids of their transactions in base58. Throws `wallet/malformed`. */
function parseOutcomes(answer: unknown, count: number, wallet: string) {
  // Some wallets answer with a list, alone or in `transactions`, though they were asked for one.
  const told = toList(field(answer, 'transactions')) ?? toList(answer) ?? [answer];
  const outcomes = told.slice(0, count);
  const ids = outcomes.map((one) => field(field(one, 'transaction'), 'hash')).filter(isId);
  if (ids.length === count) return { outcomes, ids };
  throw new LinkspanError('wallet/malformed', { wallet, place: 'transaction.hash' });
}
