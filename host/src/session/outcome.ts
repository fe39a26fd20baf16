import {
  type Attempt,
  type AttemptId,
  type Failure,
  failure,
  hasCode,
  messageOf,
  toFailure,
  type WalletRef,
} from '@linkspan/contract';

const mostDetail = 300;

/** What an attempt that has thrown leaves behind: its failure, or nothing where it was cancelled. */
export function toOutcome(error: unknown, id: AttemptId, wallet: WalletRef): Attempt {
  if (hasCode(error, 'wallet/cancelled')) return { state: 'none' };
  const detail = messageOf(error).slice(0, mostDetail);
  const fallback = failure('wallet/failed', { wallet: wallet.name, detail });
  return toFailed(id, wallet, toFailure(error, fallback));
}

export function toFailed(id: AttemptId, wallet: WalletRef, reason: Failure): Attempt {
  return { state: 'failed', id, wallet, failure: reason };
}

/** A wallet's reference, without what else its listing says. */
export function toRef({ id, name, icon }: WalletRef): WalletRef {
  return { id, name, ...(icon !== undefined && { icon }) };
}
