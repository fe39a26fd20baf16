import { networkOf } from '@linkspan/contract';
import { dayMs } from '../limits.ts';
import { orUndefined, storagePrefix } from '../storage.ts';
import { isFinal, merge, parseSend, type Send } from './entry.ts';

/**
 * The sends in the browser's storage, each under a key of its own: no tab overwrites what another has learned. A send
 * of this page lasts as long as the page, also if the browser gives no storage, has no room, or is cleared.
 */
export interface LedgerStorage {
  /** All sends that can be parsed; others are removed. */
  all(): readonly Send[];
  read(id: string): Send | undefined;
  /** Stores a send, merged with what other tabs have stored. */
  put(send: Send): void;
  remove(id: string): void;
  /** Calls when another tab has changed something. */
  listen(changed: () => void): void;
}

const prefix = `${storagePrefix}transactions:`;
/** Of pages with contract 1, whose open tabs go on writing, and remove what they cannot read. */
const formerPrefix = `${storagePrefix}sends:`;

export function openLedgerStorage(window: Pick<Window, 'addEventListener'>): LedgerStorage {
  /** The sends of this page, and what the browser has not taken. */
  const own = new Map<string, Send>();

  function read(id: string): Send | undefined {
    const known = [parse(formerPrefix, id, fromContract1), parse(prefix, id), own.get(id)];
    const found = known.filter((send) => send !== undefined);
    return found.length === 0 ? undefined : found.reduce(merge);
  }

  function remove(id: string): void {
    own.delete(id);
    for (const start of [prefix, formerPrefix]) orUndefined(() => localStorage.removeItem(start + id));
  }

  return {
    read,
    remove,
    all() {
      const ids = new Set([...own.keys(), ...listStored()]);
      return [...ids].flatMap((id) => {
        const send = read(id);
        if (send === undefined) remove(id);
        return send ?? [];
      });
    },
    put(send) {
      const known = read(send.id);
      const next = known ? merge(known, send) : send;
      const isStored = orUndefined(() => {
        localStorage.setItem(prefix + send.id, JSON.stringify(next));
        return true;
      });
      // One of another tab goes once that tab has removed it.
      if (known === undefined || own.has(send.id) || !isStored) own.set(send.id, next);
    },
    listen(changed) {
      window.addEventListener('storage', ({ key }) => {
        // No key at all: everything was cleared.
        if (key === null || key.startsWith(prefix) || key.startsWith(formerPrefix)) changed();
      });
    },
  };
}

const daysAfterEnd = 7;
const daysDismissed = 60;
const mostStored = 50;

/**
 * The ids of the sends that need not be stored any more: those whose end is known for some days, or that a person has dismissed
 * without one, and the oldest if there are too many, those without an end last. A clock that jumps ends no other send. `asked`
 * are the ids of those that a wallet is being asked for.
 */
export function listOutdated(
  stored: readonly Send[],
  now: number,
  asked: (id: string) => boolean,
): readonly string[] {
  const isOver = ({ id, at, outcome, learnedAt, isDismissed }: Send) => {
    if (asked(id)) return false;
    if (isFinal(outcome)) return now - learnedAt > daysAfterEnd * dayMs;
    return isDismissed && now - at > daysDismissed * dayMs;
  };
  const left = stored.filter((send) => !isOver(send)).sort(byWorth);
  return [...stored.filter(isOver), ...left.slice(mostStored).filter(({ id }) => !asked(id))].map(
    ({ id }) => id,
  );
}

function byWorth(one: Send, other: Send): number {
  return Number(isFinal(one.outcome)) - Number(isFinal(other.outcome)) || other.at - one.at;
}

function parse(
  start: string,
  id: string,
  convert: (value: unknown) => unknown = (value) => value,
): Send | undefined {
  const send = orUndefined(() => parseSend(convert(JSON.parse(localStorage.getItem(start + id) ?? '')), ''));
  return send?.id === id ? send : undefined;
}

/** A send as contract 1 has stored it: coins beside the intent's other fields, a token by its address alone. */
function fromContract1(value: unknown): unknown {
  const send = Object(value);
  const { kind, to, amount, ...intent } = Object(send.intent);
  const moves = { to, amount };
  const lines = [
    { is: 'amount', value: amount },
    { is: 'recipient', value: to },
  ];
  const own = { method: 'send', asksFor: 'transaction', lines };
  const { comparison, ...outcome } = Object(send.outcome);
  const network = networkOf(intent.account);
  const toMovement = (one: { readonly asset?: string }) =>
    one.asset === undefined ? one : { ...one, asset: `${network}/token:${one.asset}` };
  const moved = Array.isArray(comparison?.moved) && { moved: comparison.moved.map(toMovement) };
  return {
    ...send,
    intent: { ...(kind === 'send' && own), ...intent, moves },
    outcome: { ...outcome, ...(comparison && { comparison: { ...comparison, ...moved } }) },
  };
}

function listStored(): readonly string[] {
  const keys = orUndefined(() => Object.keys(localStorage)) ?? [];
  return keys.flatMap((key) => {
    const start = [prefix, formerPrefix].find((one) => key.startsWith(one));
    return start === undefined ? [] : [key.slice(start.length)];
  });
}
