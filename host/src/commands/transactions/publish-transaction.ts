import type { Transfer } from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { comparisonOf, type KeptSend } from './stored-transaction.ts';

/** Tells everyone on the page what became of a send, also of one of an earlier page; one without an id has no name. */
export function publishSend(store: Pick<Store, 'publishTransfer'>, send: KeptSend): void {
  const transfer = toTransfer(send);
  if (transfer !== undefined) store.publishTransfer(send.family, transfer);
}

function toTransfer({ intent, transaction, outcome }: KeptSend): Transfer | undefined {
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
