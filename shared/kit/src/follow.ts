import {
  type Code,
  codeOf,
  type Moves,
  type Port,
  type SendOptions,
  type Sent,
  type Settled,
  type Transfer,
} from '@linkspan/contract';
import type { Adopted } from './adopted.ts';
import { firstFollowPauseMs, mostFollowPauseMs } from './limits.ts';
import type { SettleSend } from './session.ts';
import { findId, isAlreadyKnown, unwrap } from './unwrap.ts';

/**
 * Sends, publishes the transfer, and follows it until it has an end, also after the wallet is closed. An answer without
 * `sent` has sent nothing. Rejects as `run` does.
 */
export async function send<Answer extends Sending>(
  adopted: Adopted,
  { port, settle }: { readonly port: Port; readonly settle: SettleSend },
  { to, amount }: Moves,
  run: (options: SendOptions) => Promise<Answer>,
  options?: SendOptions,
): Promise<Answer> {
  const [from] = adopted.accounts;
  let note: string | undefined;
  const noted = (latest: string | undefined) => {
    note = latest;
    options?.noted(latest);
  };
  const answer = await run({ noted }).catch((error: unknown) => {
    if (note !== undefined && isUnsent(error)) noted(undefined);
    throw error;
  });
  if (answer.sent === undefined) return answer;
  const { transaction } = answer.sent;
  const transfer = { transaction, from, to, amount };
  publishTransfer(adopted, { ...transfer, state: 'sent' }, port.signal);
  const look = async () => {
    const known = port.view.family(port.family).transfers.get();
    const others = known.filter((one) => one.transaction !== transaction).flatMap(idsOf);
    // An unreachable network says nothing about the send.
    const unsettled = { ...transfer, others, ...(note !== undefined && { note }) };
    const looking = answer.look === undefined ? settle(unsettled, port) : answer.look();
    return toEnded(transfer, await looking.catch(() => undefined));
  };
  pollUntil(look, port.signal)
    .then((ended) => publishTransfer(adopted, ended, port.signal))
    .then(() => (adopted.isClosed ? undefined : adopted.refreshBalance()))
    .catch(() => undefined);
  return answer;
}

interface Sending {
  readonly sent?: Sent;
  /** Looks up the outcome in place of `settle`. */
  look?(): Promise<Settled>;
}

/** Codes of a send that has certainly not left, although it has a note. */
const unsentCodes: readonly (string | undefined)[] = [
  'wallet/rejected',
  'wallet/window-blocked',
  'wallet/other-transaction',
  'network/insufficient-funds',
] satisfies Code[];
/**
 * EIP-1193: the account or the method is not authorized, the method is not supported. EIP-3326: the wallet does not have the
 * chain. Nobody was asked.
 */
const refusals: readonly (number | undefined)[] = [4100, 4200, 4902];

/**
 * Whether an error means that a send has certainly not left. A wallet that says that it was closed, is locked, lost its
 * connection or had a transaction refused may have sent it before.
 */
function isUnsent(error: unknown): boolean {
  return unsentCodes.includes(codeOf(error)) || unwrap(error).some(({ code }) => refusals.includes(code));
}

/**
 * The id of the transaction that a wallet's error is about, if the error says that the network has it already. If it
 * names an id and says anything else, the id is noted: the transaction may have been sent before the error.
 */
export function findSent(
  error: unknown,
  { form, note, noted }: { readonly form: RegExp; readonly note: string; noted(note: string): void },
): string | undefined {
  const id = findId(error, form);
  if (id === undefined || isAlreadyKnown(error)) return id;
  noted(JSON.stringify({ ...JSON.parse(note), transaction: id }));
  return undefined;
}

/** The ids of a transfer: the one that its wallet answered, and the one under which it landed. */
function idsOf(transfer: Transfer): readonly string[] {
  const by = transfer.state === 'landed' ? transfer.by : undefined;
  return [transfer.transaction, ...(by === undefined ? [] : [by])];
}

/** A send stays sent: a lease that refuses the transfer does not make the command fail. */
function publishTransfer({ lease }: Adopted, transfer: Transfer, signal: AbortSignal): void {
  if (signal.aborted) return;
  try {
    lease.publishTransfer(transfer);
  } catch (error) {
    reportError(error);
  }
}

/** The end of a send as it is published; undefined if it has none yet. */
function toEnded(
  transfer: Pick<Transfer, 'transaction' | 'from' | 'to' | 'amount'>,
  settled: Settled | undefined,
): Transfer | undefined {
  if (settled === undefined || settled.state === 'unknown' || settled.state === 'sent') return undefined;
  const { isFinal: _, ...ended } = { isFinal: true, ...settled };
  return { ...ended, ...transfer } as Transfer;
}

/**
 * Repeats a read until it finds something, each pause twice the one before. Rejects as `look` does;
 * never settles once the signal has aborted.
 */
export async function pollUntil<Found>(
  look: () => Promise<Found | undefined>,
  signal: AbortSignal,
): Promise<Found> {
  for (let pauseMs = firstFollowPauseMs; ; pauseMs = Math.min(2 * pauseMs, mostFollowPauseMs)) {
    const found = await look();
    if (found !== undefined && !signal.aborted) return found;
    await pause(pauseMs, signal);
  }
}

function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return;
    const stop = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, pauseMs);
    signal.addEventListener('abort', stop, { once: true });
  });
}
