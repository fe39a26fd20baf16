import { codeOf, type FamilyId, type Readable, type View } from '@linkspan/contract';
import { toReadable } from '@linkspan/store';
import { atom } from 'nanostores';
import { every } from '../async.ts';
import { asleepMs, firstRetryMs, mostRetryMs, sleepCheckMs, staleBalanceMs } from '../limits.ts';
import { isPassing } from '../loader/refusals.ts';
import { isVisible, onVisible } from '../visibility.ts';
import type { Memory } from './remembered.ts';
import { isBeingAsked, type Request } from './request.ts';
import type { SilentReads } from './restore.ts';
import type { TabDependencies } from './tabs.ts';

/** Dependencies of the check after a sleep. */
export interface ConfirmDependencies extends Pick<TabDependencies, 'view' | 'request' | 'end'> {
  readonly reads: Pick<SilentReads, 'restore'>;
  /** Takes a family's connector out of the page, mounts it again, and restores what was connected. */
  restart(family: FamilyId): Promise<void>;
}

/** Codes of a wallet or a connector that did not survive the sleep. */
const dead = ['wallet/absent', 'wallet/gone', 'wallet/timeout', 'remote/failed', 'remote/timeout'];

/**
 * Reads a family's connected wallet again after a sleep, without a prompt, and adopts it again with its current
 * accounts. If the wallet or its connector does not answer any more, the connector is mounted again and the wallet
 * restored. Does nothing while a person is asked.
 */
export async function confirm(needs: ConfirmDependencies, family: FamilyId): Promise<void> {
  const own = needs.view.family(family).connection.get();
  if (own.status !== 'connected' || isBeingAsked(needs, family)) return;
  const { wallet, accounts } = own;
  const isWanted = () => needs.view.family(family).connection.get() === own && !isBeingAsked(needs, family);
  try {
    const remembered = { connection: { status: 'reconnecting', wallet, accounts } } as const;
    await needs.reads.restore(family, { remembered, reason: 'wake', isWanted });
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (!isWanted()) return;
    if (code === 'wallet/revoked') needs.end(family, true);
    else if (dead.includes(code)) await needs.restart(family);
  }
}

/**
 * Calls when the page comes out of the back-forward cache, or when it is seen again after the device, or the page, has
 * slept for more than a minute and a half.
 */
export function onWake(now: () => number, run: () => void): void {
  let checkedAt = now();
  let hasSlept = false;
  const check = () => {
    hasSlept ||= now() - checkedAt > asleepMs;
    checkedAt = now();
    if (!hasSlept || !isVisible()) return;
    hasSlept = false;
    run();
  };
  every(sleepCheckMs, check);
  onVisible((isRestored) => {
    hasSlept ||= isRestored;
    check();
  });
}

/** Whether the device is certain to have no network (HTML, "Browser state"). */
export function watchOffline(): Readable<boolean> {
  const $isOffline = atom(!navigator.onLine);
  for (const event of ['online', 'offline'])
    window.addEventListener(event, () => $isOffline.set(!navigator.onLine));
  return toReadable($isOffline);
}

/**
 * Whether a connection would be lost at a reload, since the browser stores nothing (its storage is blocked or full).
 */
export function watchStorage(view: View, memory: Pick<Memory, 'isKept'>): Readable<boolean> {
  const $isStorageUnavailable = atom(false);
  const isLost = (family: FamilyId) =>
    view.family(family).connection.get().status === 'connected' && !memory.isKept(family);
  for (const family of view.families)
    view.family(family).connection.listen(() => $isStorageUnavailable.set(view.families.some(isLost)));
  return toReadable($isStorageUnavailable);
}

/** Dependencies of the refresh of balances. */
export interface BalanceDependencies {
  readonly view: View;
  request(family: FamilyId): Readable<Request>;
  refreshBalance(family: FamilyId): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Refreshes the balances of connected wallets: once a minute while the page is visible and the device online, and at
 * once when a request has failed at the network. No chain notifies a page of payments that it receives.
 */
export function refreshBalances({ view, request, refreshBalance, now }: BalanceDependencies): void {
  let lookedAt = now();

  function refresh(family: FamilyId): void {
    if (view.family(family).connection.get().status !== 'connected') return;
    // A failure is in the store.
    refreshBalance(family).catch(() => undefined);
  }

  function look(): void {
    const passed = now() - lookedAt;
    if (!isVisible() || !navigator.onLine || (passed >= 0 && passed < staleBalanceMs)) return;
    lookedAt = now();
    view.families.forEach(refresh);
  }

  for (const family of view.families)
    request(family).listen((state) => {
      if (state.state === 'failed' && state.failure.code.startsWith('network/')) refresh(family);
    });
  every(staleBalanceMs / 4, look);
  onVisible(look);
}

/** Dependencies of `retryFailed`. */
export interface RetryDependencies extends Omit<BalanceDependencies, 'request'> {
  /** Tries a failed remote again. */
  retry(family: FamilyId): Promise<void>;
}

/**
 * Retries remotes and balances that failed at the network: by itself after a pause, and when the device is online or the page
 * visible again, at growing intervals. While the page is hidden or offline, nothing is tried. Returns when it tries the next
 * remote by itself, in milliseconds since 1970; undefined if it does not.
 */
export function retryFailed({
  view,
  retry,
  refreshBalance,
  now,
}: RetryDependencies): Readable<number | undefined> {
  const pauses = new Map<FamilyId, { readonly until: number; readonly ms: number }>();
  const timers = new Map<FamilyId, ReturnType<typeof setTimeout>>();
  const planned = new Map<FamilyId, number>();
  const $retryAt = atom<number | undefined>();

  function toRetry(family: FamilyId): ((family: FamilyId) => Promise<void>) | undefined {
    const { remote, connection, balanceFailure } = view.family(family);
    const state = remote.get();
    if (state.stage === 'failed') return isPassing(state) ? retry : undefined;
    const hasFailed = connection.get().status === 'connected' && balanceFailure.get() !== undefined;
    return hasFailed ? refreshBalance : undefined;
  }

  const publish = () => $retryAt.set(planned.size === 0 ? undefined : Math.min(...planned.values()));

  function unplan(family: FamilyId): void {
    clearTimeout(timers.get(family));
    planned.delete(family);
    publish();
  }

  /** Tries when the pause is over; after a first failure, that begins now. */
  function plan(family: FamilyId): void {
    unplan(family);
    const run = toRetry(family);
    if (run === undefined) return void pauses.delete(family);
    const left = (pauses.get(family)?.until ?? 0) - now();
    const wait = left > 0 && left <= mostRetryMs ? left : firstRetryMs;
    if (run === retry) planned.set(family, now() + wait);
    publish();
    const look = () => {
      unplan(family);
      if (isVisible() && navigator.onLine) lookAt(family);
    };
    timers.set(family, setTimeout(look, wait));
  }

  function lookAt(family: FamilyId): void {
    const run = toRetry(family);
    if (run === undefined) return void plan(family);
    const { until = 0, ms = firstRetryMs } = pauses.get(family) ?? {};
    const left = until - now();
    if (left > 0 && left <= mostRetryMs) return void plan(family);
    unplan(family);
    pauses.set(family, { until: now() + ms, ms: Math.min(mostRetryMs, 2 * ms) });
    // A failure is in the store.
    run(family)
      .catch(() => undefined)
      .finally(() => plan(family));
  }

  const lookAtAll = () => view.families.forEach(lookAt);
  window.addEventListener('online', lookAtAll);
  onVisible(lookAtAll);
  for (const family of view.families) view.family(family).remote.subscribe(() => plan(family));
  return toReadable($retryAt);
}
