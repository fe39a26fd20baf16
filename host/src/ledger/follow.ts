import {
  type FamilyId,
  type Handle,
  LinkspanError,
  parseSettled,
  type Settled,
  type View,
} from '@linkspan/contract';
import { deepFreeze, readFact } from '@linkspan/store';
import { withDeadline } from '../async.ts';
import { firstLookPauseMs, mostLookPauseMs, quickLookPauseMs, transactionLookMs } from '../limits.ts';
import { isVisible, onVisible } from '../visibility.ts';
import { idsOf, isFinal, isPending, type SentEntry } from './entry.ts';
import type { Ledger } from './ledger.ts';

/** Dependencies of `followSends`. */
export interface FollowDependencies {
  readonly ledger: Ledger;
  readonly view: View;
  /** Mounts a connector if there is none. Rejects if that fails. */
  mounted(family: FamilyId): Promise<Handle>;
}

interface Plan {
  pauseMs: number;
  timer?: ReturnType<typeof setTimeout>;
  /** A look is under way, or waits for one of the same family. */
  isLooking: boolean;
}

/**
 * Finds out the outcome of the sends that have no final end, by their connectors and without a wallet: quickly while the page
 * is new to a send, then ever more rarely, and at once when the page is seen or online again. Nothing is asked while nobody
 * looks at the page. A final end that is only stored is looked for once, if a connector is there anyway.
 */
export function followSends({ ledger, view, mounted }: FollowDependencies): void {
  const plans = new Map<string, Plan>();
  /** By family, or by id of a send of this page, which waits for no other: the last look. */
  const lanes = new Map<string, Promise<void>>();

  function isOpen({ family, outcome, checked }: SentEntry): boolean {
    if (!view.families.includes(family)) return false;
    if (!isFinal(outcome)) return true;
    return checked === 'no' && view.family(family).remote.get().stage === 'mounted';
  }

  /** Nobody is asked while nobody looks, or while the device has no network. */
  const canAsk = () => isVisible() && navigator.onLine;
  /** Once its wallet has named the transaction, a send is new again. */
  const keyOf = ({ id, transaction }: SentEntry) => JSON.stringify([id, transaction]);
  const find = (key: string) => ledger.sends().find((send) => keyOf(send) === key && isOpen(send));

  /** Plans the sends that are new to the page, those with a stored end last. */
  function plan(): void {
    const open = ledger.sends().filter(isOpen);
    for (const send of open.sort(
      (one, other) => Number(isFinal(one.outcome)) - Number(isFinal(other.outcome)),
    )) {
      const key = keyOf(send);
      if (plans.has(key)) continue;
      plans.set(key, { pauseMs: firstLookPauseMs, isLooking: false });
      if (send.isEarlier) look(key);
      else wait(key);
    }
  }

  function wait(key: string): void {
    const planned = plans.get(key);
    if (planned === undefined) return;
    const { pauseMs } = planned;
    planned.timer = setTimeout(look, pauseMs, key);
    const factor = pauseMs < quickLookPauseMs ? 2 : 1.25;
    const longest = pauseMs < quickLookPauseMs ? quickLookPauseMs : mostLookPauseMs;
    planned.pauseMs = Math.min(factor * pauseMs, longest);
  }

  function look(key: string): void {
    const [planned, send] = [plans.get(key), find(key)];
    clearTimeout(planned?.timer);
    if (send === undefined) plans.delete(key);
    if (send === undefined || planned === undefined || planned.isLooking || !canAsk()) return;
    planned.isLooking = true;
    const lane = send.isEarlier ? send.family : key;
    const looked = (lanes.get(lane) ?? Promise.resolve())
      .then(() => lookOnce(key))
      .catch(reportError)
      .then(() => {
        planned.isLooking = false;
        const still = find(key);
        // A stored end is looked for again once the page is seen again.
        if (still === undefined) plans.delete(key);
        else if (!isFinal(still.outcome)) wait(key);
      });
    lanes.set(lane, looked);
  }

  async function lookOnce(key: string): Promise<void> {
    const send = find(key);
    if (send === undefined || !canAsk()) return;
    const handle = await mounted(send.family).catch(() => undefined);
    const outcome = await settle(send, handle).catch(() => undefined);
    if (outcome === undefined) return;
    ledger.record(send.id, outcome);
    if (outcome.state !== send.outcome.state) handle?.refreshBalance().catch(() => undefined);
  }

  /** Rejects, or has nothing, if neither wallet nor chain has told anything. */
  async function settle(send: SentEntry, handle: Handle | undefined): Promise<Settled | undefined> {
    const { id, family, intent, transaction, note, outcome } = send;
    const read = async (asked: Promise<Settled>) => {
      const late = () => new LinkspanError('remote/failed', { family });
      return readFact(family, parseSettled, await withDeadline(asked, transactionLookMs, late));
    };
    const own = isPending(outcome) ? ledger.lookOf(id) : undefined;
    const found = own && (await read(own()).catch(() => undefined));
    if (found !== undefined || handle === undefined) return found;
    const others = ledger.sends().filter((one) => one.family === family && one.id !== id);
    const unsettled = {
      from: intent.account,
      ...intent.moves,
      others: others.flatMap(idsOf),
      ...(transaction !== undefined && { transaction }),
      ...(note !== undefined && { note }),
    };
    return read(handle.settle(deepFreeze(unsettled)));
  }

  function lookAgain(): void {
    ledger.refresh();
    for (const key of [...plans.keys()]) look(key);
  }

  ledger.entries.listen(plan);
  for (const family of view.families) view.family(family).remote.listen(plan);
  onVisible(lookAgain);
  window.addEventListener('online', lookAgain);
  ledger.refresh();
}
