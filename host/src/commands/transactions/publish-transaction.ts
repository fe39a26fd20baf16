import type { Transfer } from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { comparisonOf, type StoredTransaction } from './stored-transaction.ts';

/** Tells everyone on the page the outcome of a send, also of one of an earlier page; one without an id has no name. */
export function publishTransaction(store: Pick<Store, 'publishTransfer'>, send: StoredTransaction): void {
  const transfer = toTransfer(send);
  if (transfer !== undefined) store.publishTransfer(send.family, transfer);
}

function toTransfer({ intent, transaction, outcome }: StoredTransaction): Transfer | undefined {
  if (transaction === undefined) return undefined;
  const { account: from, to, amount } = intent;
  const sent = { transaction, from, to, amount };
  switch (outcome.state) {
    case 'unknown':
      return undefined;
    case 'failed':
      return { ...sent, state: 'failed', failure: outcome.failure, ...comparisonOf(outcome) };
    case 'landed':
    case 'replaced':
      return {
        ...{ ...sent, state: outcome.state, ...comparisonOf(outcome) },
        ...(outcome.by !== undefined && { by: outcome.by }),
      };
    default:
      return { ...sent, state: outcome.state };
  }
}
