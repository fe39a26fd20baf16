import { codeOf, type FamilyId, type Readable, type View } from '@linkspan/contract';
import { toReadable } from '@linkspan/store';
import { atom } from 'nanostores';
import { asleepMs, firstRetryMs, mostRetryMs, staleBalanceMs, wakeBeatMs } from '../limits.ts';
import type { Memory } from './remembered.ts';
import { isAsking, type Request } from './request.ts';
import type { TabNeeds } from './tabs.ts';

/** What confirming needs of the page. */
export interface ConfirmNeeds extends Pick<TabNeeds, 'view' | 'request' | 'restore' | 'end'> {
  /** Takes a family's connector out of the page, mounts it again, and brings back what was connected. */
  restart(family: FamilyId): Promise<void>;
}

/** Of a wallet or a connector that did not live through the sleep. */
const dead = ['wallet/absent', 'wallet/gone', 'wallet/timeout', 'remote/failed', 'remote/timeout'];

/**
 * Asks a family's wallet again, without a prompt, after a sleep in which nobody was heard: it is taken over afresh, with
 * what it grants by now, and the balance is asked for. Where it, or its connector, does not answer any more, the
 * connector is mounted again and the wallet comes back, or says why not. Nothing is done while a person is asked.
 */
export function createConfirm(needs: ConfirmNeeds): (family: FamilyId) => Promise<void> {
  return async (family) => {
    const own = needs.view.family(family).connection.get();
    if (own.status !== 'connected' || isAsking(needs, family)) return;
    const { wallet, accounts } = own;
    const isOpen = () => needs.view.family(family).connection.get() === own && !isAsking(needs, family);
    try {
      const connection = { status: 'reconnecting', wallet, accounts } as const;
      await needs.restore(family, { connection }, { isOpen, adopting: () => undefined });
    } catch (error) {
      const code = codeOf(error) ?? '';
      if (!isOpen()) return;
      if (code === 'wallet/revoked') needs.end(family, true);
      else if (dead.includes(code)) await needs.restart(family);
    }
  };
}

/** What tells that a page has slept. */
export interface Sleep {
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener'>;
  readonly window: Pick<Window, 'addEventListener'>;
  /** Calls again and again. */
  every(ms: number, run: () => void): unknown;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Calls when the page comes out of the back-forward cache, or when it is seen again after the device, or the page, has
 * slept for more than a minute and a half.
 */
export function onWake({ document, window, every, now }: Sleep, run: () => void): void {
  let lastBeat = now();
  let hasSlept = false;
  const beat = () => {
    hasSlept ||= now() - lastBeat > asleepMs;
    lastBeat = now();
    if (!hasSlept || document.visibilityState !== 'visible') return;
    hasSlept = false;
    run();
  };
  every(wakeBeatMs, beat);
  document.addEventListener('visibilitychange', beat);
  window.addEventListener('pageshow', (event) => {
    if ((event as PageTransitionEvent).persisted) hasSlept = true;
    beat();
  });
}

/** What tells whether the device has a network at all: HTML, "Browser state". */
export interface Line {
  readonly navigator: Pick<Navigator, 'onLine'>;
  readonly window: Pick<Window, 'addEventListener'>;
}

/** Whether the device is certain to have no network. That it has one says nothing of who can be reached. */
export function watchOffline({ navigator, window }: Line): Readable<boolean> {
  const $isOffline = atom(!navigator.onLine);
  const look = () => $isOffline.set(!navigator.onLine);
  window.addEventListener('online', look);
  window.addEventListener('offline', look);
  return toReadable($isOffline);
}

/**
 * Whether this browser keeps nothing of a connection that stands (its storage is blocked or full): it is lost at a
 * reload. False as long as there is nothing to lose.
 */
export function watchForgetful(view: View, memory: Pick<Memory, 'isKept'>): Readable<boolean> {
  const $isForgetful = atom(false);
  const isLost = (family: FamilyId) =>
    view.family(family).connection.get().status === 'connected' && !memory.isKept(family);
  for (const family of view.families)
    view.family(family).connection.listen(() => $isForgetful.set(view.families.some(isLost)));
  return toReadable($isForgetful);
}

/** What following balances needs of the page. */
export interface BalanceNeeds {
  readonly view: View;
  request(family: FamilyId): Readable<Request>;
  refreshBalance(family: FamilyId): Promise<void>;
  /** Whether a person sees the page, and the device has a network. */
  isSeen(): boolean;
  /** Calls again and again. */
  every(ms: number, run: () => void): unknown;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Asks once a minute, while the page is seen, for the balances of what is connected, and at once where a network has
 * refused a request or did not answer it: no chain tells a page what has come in, nor that it cannot be reached. Returns
 * what looks now, where the last look is a minute old.
 */
export function followBalances(needs: BalanceNeeds): () => void {
  const { view } = needs;
  let lookedAt = needs.now();

  function ask(family: FamilyId): void {
    if (view.family(family).connection.get().status !== 'connected') return;
    // What comes of it is in the store.
    needs.refreshBalance(family).catch(() => undefined);
  }

  function look(): void {
    const passed = needs.now() - lookedAt;
    if (!needs.isSeen() || (passed >= 0 && passed < staleBalanceMs)) return;
    lookedAt = needs.now();
    view.families.forEach(ask);
  }

  for (const family of view.families)
    needs.request(family).listen((request) => {
      if (request.state === 'failed' && request.failure.code.startsWith('network/')) ask(family);
    });
  needs.every(staleBalanceMs / 4, look);
  return look;
}

const form = /^linkspan:(\d+):/;

/**
 * Takes what a former version of this page has stored in another form out of the browser's storage. What a later one
 * has stored stays, for the page may be rolled forward again. There is no older form to be read yet.
 */
export function dropOlder(storage: Pick<Storage, 'key' | 'length' | 'removeItem'>, current: number): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) {
    const [, version] = form.exec(key) ?? [];
    if (version !== undefined && Number(version) < current) storage.removeItem(key);
  }
}

/** What trying again needs of the page. */
export interface TryAgainNeeds {
  readonly view: View;
  /** Tries a failed remote again. */
  retry(family: FamilyId): Promise<void>;
  refreshBalance(family: FamilyId): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Failures that end by themselves once the network is back. */
const passing = [
  'release/unreachable',
  'release/portal',
  'loader/unreachable',
  'loader/portal',
  'loader/timeout',
];

/** Stages in which a remote is being loaded. */
const underWay = ['pending', 'mounting'];

/**
 * Tries once what had failed for want of a network: remotes and balances, and remotes that are being loaded if they fail
 * after all, since that may have begun without one. To be called whenever there is reason to hope, such as the device
 * being online again; where it keeps failing, ever more rarely.
 */
export function createTryAgain({ view, retry, refreshBalance, now }: TryAgainNeeds): () => void {
  const followed = new Set<FamilyId>();
  const pauses = new Map<FamilyId, { readonly until: number; readonly ms: number }>();

  function toTry(family: FamilyId): ((family: FamilyId) => Promise<void>) | undefined {
    const { remote, connection, balanceFailure } = view.family(family);
    const state = remote.get();
    if (state.stage === 'failed')
      return state.step === 'again' && passing.includes(state.failure.code) ? retry : undefined;
    const isAsked = connection.get().status === 'connected' && balanceFailure.get() !== undefined;
    return isAsked ? refreshBalance : undefined;
  }

  function tryFamily(family: FamilyId): void {
    const run = toTry(family);
    if (run === undefined) {
      pauses.delete(family);
      follow(family);
      return;
    }
    const { until = 0, ms = firstRetryMs } = pauses.get(family) ?? {};
    if (now() < until && until - now() <= mostRetryMs) return;
    pauses.set(family, { until: now() + ms, ms: Math.min(mostRetryMs, 2 * ms) });
    // What comes of it is in the store.
    run(family).catch(() => undefined);
  }

  function follow(family: FamilyId): void {
    const { remote } = view.family(family);
    if (followed.has(family) || !underWay.includes(remote.get().stage)) return;
    followed.add(family);
    const end = remote.listen(({ stage }) => {
      end();
      followed.delete(family);
      // In a task of its own: what has failed is being cleared away in this one.
      if (stage === 'failed') setTimeout(() => tryFamily(family));
    });
  }

  return () => view.families.forEach(tryFamily);
}
