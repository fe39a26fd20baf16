import type { FamilyId, FamilyView, Transfer } from '@linkspan/contract';
import type { Reporting } from './report.ts';

/** Tells each state that a send comes to, once. Which send it is stays in the page. */
export function reportTransfers(
  family: FamilyId,
  { transfers }: FamilyView,
  { emit }: Reporting,
): () => void {
  let told = toStates(transfers.get());
  return transfers.listen((now) => {
    const before = told;
    told = toStates(now);
    for (const transfer of now)
      if (before.get(transfer.transaction) !== transfer.state)
        emit({ kind: 'transfer', family, state: transfer.state, ...toCode(transfer) });
  });
}

function toStates(transfers: readonly Transfer[]): ReadonlyMap<string, Transfer['state']> {
  return new Map(transfers.map(({ transaction, state }) => [transaction, state]));
}

function toCode(transfer: Transfer): { readonly code?: string } {
  return 'failure' in transfer ? { code: transfer.failure.code } : {};
}
