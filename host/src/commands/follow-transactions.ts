import {
  type FamilyId,
  type Handle,
  LinkspanError,
  parseSettled,
  type Settled,
  type Transfer,
  type Unsettled,
} from '@linkspan/contract';
import { deepFreeze, readFact, type Store } from '@linkspan/store';
import { withDeadline } from '../async.ts';
import {
  firstTransactionPauseMs,
  mostTransactionPauseMs,
  ownTransactionPauseMs,
  transactionLookMs,
} from '../limits.ts';
import { isVisible, onVisible } from '../visibility.ts';
import { comparisonOf, idsOf, isFinal, type StoredTransaction } from './stored-transaction.ts';
import type { Transactions } from './transactions.ts';

/** Dependencies of `followTransactions`. */
export interface FollowDependencies {
  readonly transactions: Transactions;
  /** The families of the page; a send of another one waits. */
  readonly families: readonly FamilyId[];
  /** Mounts a connector if there is none. Rejects if that fails. */
  mounted(family: FamilyId): Promise<Handle>;
  readonly publishTransfer: Store['publishTransfer'];
  now(): number;
}

/** A stored end is looked for once, and again when the page is seen or online again. */
const never = Number.POSITIVE_INFINITY;

/**
 * Finds out the outcome of the sends that have no final end, or only a stored one, by their connectors and without a
 * wallet: at once, ever more rarely, and again when the page is seen or online again. Families are asked side by side.
 * Nothing is asked while nobody looks at the page.
 */
export function followTransactions(needs: FollowDependencies): void {
  const { transactions, families, mounted, now } = needs;
  const plans = new Map<string, { nextAt: number; pauseMs: number }>();
  const looking = new Set<FamilyId>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isOpen = (send: StoredTransaction) => families.includes(send.family) && transactions.isOpen(send);
  function planOf({ id, at, transaction }: StoredTransaction) {
    const isFollowed = transaction !== undefined && transactions.isOwn(id);
    const plan = plans.get(id) ?? {
      nextAt: isFollowed ? at + ownTransactionPauseMs : 0,
      pauseMs: firstTransactionPauseMs,
    };
    plans.set(id, plan);
    return plan;
  }

  function look(): void {
    clearTimeout(timer);
    if (!isVisible()) return;
    const open = transactions.all.get().filter(isOpen);
    const due = open.filter((send) => planOf(send).nextAt <= now());
    for (const family of new Set(due.map((send) => send.family))) {
      if (looking.has(family)) continue;
      looking.add(family);
      const ofFamily = due.filter((send) => send.family === family);
      // Those with a stored end can wait.
      const own = ofFamily.sort(
        (one, other) => Number(isFinal(one.outcome)) - Number(isFinal(other.outcome)),
      );
      const done = () => {
        looking.delete(family);
        wait();
      };
      lookAt(family, own).then(done, done);
    }
    wait();
  }

  function wait(): void {
    clearTimeout(timer);
    const waiting = transactions.all.get().filter((send) => isOpen(send) && !looking.has(send.family));
    if (waiting.length === 0 || !isVisible()) return;
    const nextAt = Math.min(...waiting.map((send) => planOf(send).nextAt));
    if (nextAt !== never) timer = setTimeout(look, Math.max(nextAt - now(), 0));
  }

  async function lookAt(family: FamilyId, due: readonly StoredTransaction[]): Promise<void> {
    const handle = await mounted(family).catch(() => undefined);
    for (const send of due) {
      const outcome =
        handle &&
        (await settle(handle, toUnsettled(send, transactions.all.get()), family).catch(() => undefined));
      const plan = planOf(send);
      plan.nextAt = isFinal(send.outcome) ? never : now() + plan.pauseMs;
      plan.pauseMs = Math.min(2 * plan.pauseMs, mostTransactionPauseMs);
      if (outcome === undefined) continue;
      transactions.recordOutcome(send.id, outcome);
      const learned = transactions.all.get().find(({ id }) => id === send.id);
      const transfer = learned && transactions.checkedOf(learned) === 'yes' ? toTransfer(learned) : undefined;
      if (transfer !== undefined) needs.publishTransfer(family, transfer);
      // The connector follows only those that its wallet has answered.
      if (outcome.state !== send.outcome.state) handle?.refreshBalance().catch(() => undefined);
    }
  }

  function lookAgain(): void {
    plans.clear();
    transactions.refresh();
    look();
  }

  transactions.all.listen(wait);
  onVisible(lookAgain);
  window.addEventListener('online', lookAgain);
  lookAgain();
}

async function settle(handle: Handle, send: Unsettled, family: FamilyId): Promise<Settled> {
  const late = () => new LinkspanError('remote/failed', { family });
  const asked = Promise.resolve(handle.settle(deepFreeze(send)));
  return readFact(family, parseSettled, await withDeadline(asked, transactionLookMs, late));
}

function toUnsettled(
  { id, family, intent, transaction, note }: StoredTransaction,
  all: readonly StoredTransaction[],
): Unsettled {
  const others = all.filter((send) => send.family === family && send.id !== id);
  return {
    from: intent.account,
    ...intent.moves,
    others: others.flatMap(idsOf),
    ...(transaction !== undefined && { transaction }),
    ...(note !== undefined && { note }),
  };
}

/** The outcome of a send for the whole page; undefined if it has no id. */
export function toTransfer({ intent, transaction, outcome }: StoredTransaction): Transfer | undefined {
  if (transaction === undefined) return undefined;
  const sent = { transaction, from: intent.account, ...intent.moves };
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
