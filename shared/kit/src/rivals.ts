import { field, hasCode, raceRead } from '@linkspan/contract';
import type { Announced, Announcements } from './discovery/announcements.ts';
import { quietReadMs } from './limits.ts';

/** Wallets that claim one id, and how to find out which of them are here. */
export interface Rivalry<Provider> {
  readonly here: Announcements<Provider>;
  /** Those that have announced themselves and are not listed, by the id that they claim; they are taken out. */
  readonly rivals: Map<string, readonly Announced<Provider>[]>;
  readonly signal: AbortSignal;
  /** The listed wallets that claim an id. */
  rowsOf(id: string): readonly Announced<Provider>[];
  /** Asks the page's wallets to announce themselves again. */
  ask(): void;
  /** Whether a wallet has announced itself with this very object since. */
  hasAnswered(wallet: Announced<Provider>): boolean;
  /** Asks a wallet something that needs no person. */
  probe(provider: Provider): Promise<unknown>;
  /** Hears of rows that come and of those that go. */
  changed?(came: readonly Announced<Provider>[], gone: readonly Announced<Provider>[]): void;
}

/**
 * Decides between wallets that claim the same id. An id is a claim, and so is EIP-6963's `uuid`: whoever answers the
 * page's request is here, and has a row. So no wallet takes another one's row by having been first, and one that announces
 * another object each time has one row. If none of the rivals answers, all that live have a row. One that does not live
 * (an updated extension's) makes room first, so that its row is seen to go.
 */
export async function settleRivals<Provider>(id: string, rivalry: Rivalry<Provider>): Promise<void> {
  const { here, rivals, signal, rowsOf, ask, hasAnswered, probe, changed } = rivalry;
  ask();
  const living = new Set<Provider>();
  const look = async ({ provider }: Announced<Provider>) => {
    if (await isAlive(async () => probe(provider))) living.add(provider);
  };
  await Promise.all(rowsOf(id).map(look));
  const waiting = rivals.get(id) ?? [];
  rivals.delete(id);
  if (signal.aborted) return;
  const answered = waiting.filter(hasAnswered);
  const came = answered.length > 0 ? answered : waiting;
  const dead = rowsOf(id).filter(({ provider }) => !living.has(provider));
  here.remove((wallet) => dead.includes(wallet));
  const replaced = answered.length > 0 ? rowsOf(id).filter((row) => !hasAnswered(row)) : [];
  here.replace(replaced, came);
  changed?.(came, [...dead, ...replaced]);
}

/** A wallet is not alive if it does not answer in time, or says that it is gone (EIP-1193, 4900). */
function isAlive(probe: () => Promise<unknown>): Promise<boolean> {
  const limits = { signal: new AbortController().signal, deadlineMs: quietReadMs };
  const isGone = (error: unknown) => hasCode(error, 'wallet/gone') || field(error, 'code') === 4900;
  return raceRead('', limits, probe).then(
    () => true,
    (error: unknown) => !hasCode(error, 'wallet/timeout') && !isGone(error),
  );
}
