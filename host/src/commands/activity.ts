import type { FamilyId, Readable } from '@linkspan/contract';
import { deepFreeze, toReadable } from '@linkspan/store';
import { atom } from 'nanostores';
import type { Activity } from './shell.ts';
import type { StoredTransaction } from './stored-transaction.ts';
import type { Transactions } from './transactions.ts';

type Signing = Activity & { readonly kind: 'signed' };

/** The signatures of this page since it was loaded, and the stored sends; newest first. */
export interface ActivityLog {
  readonly entries: Readable<readonly Activity[]>;
  add(family: FamilyId, signing: Pick<Signing, 'intent' | 'signed'>): void;
}

const mostEntries = 50;

export function createActivityLog(needs: {
  readonly transactions: Transactions;
  now(): number;
  newId(): string;
}): ActivityLog {
  const { transactions, now, newId } = needs;
  const $entries = atom<readonly Activity[]>([]);
  let signings: readonly Signing[] = [];
  const show = () => {
    const all = [...signings, ...transactions.all.get().map(toEntry)];
    $entries.set(deepFreeze(all.sort((one, other) => other.at - one.at).slice(0, mostEntries)));
  };
  const toEntry = (send: StoredTransaction): Activity => {
    const { id, family, at, intent, transaction, outcome, learnedAt, isDismissed } = send;
    return {
      ...{ kind: 'sent', id, family, at, intent, outcome, isDismissed },
      isEarlier: !transactions.isOwn(id),
      checked: transactions.checkedOf(send),
      isLookedFor: learnedAt === at && outcome.state === 'unknown' && !transactions.isOwn(id),
      ...(transaction !== undefined && { transaction }),
    };
  };
  transactions.all.subscribe(show);
  return {
    entries: toReadable($entries),
    add(family, signing) {
      signings = [{ kind: 'signed', ...signing, family, id: newId(), at: now() }, ...signings];
      show();
    },
  };
}
