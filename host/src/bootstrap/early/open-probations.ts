import type { Berth } from '../../loader/family-slot.ts';
import { openTrial } from '../../releases/probation.ts';
import {
  type Charge,
  pageKey,
  readCharges,
  toChargePrefix,
  toSuspectKey,
} from '../../releases/recorded-failures.ts';
import { openStorage, storagePrefix } from '../../storage.ts';

const dayMs = 24 * 3_600_000;

/** What tells that the page is about to be left, or that nobody looks at it. */
export interface Leaving {
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener'>;
  readonly window: Pick<Window, 'addEventListener'>;
  /** This page, among all. */
  readonly page: string;
  now(): number;
}

/** Opens the trials of all berths' releases. A page that is left, or not seen, leaves no mark against any of them. */
export function openTrials(berths: readonly Berth[], { document, window, page, now }: Leaving): void {
  const documents = openStorage(`${storagePrefix}release:`);
  dropUnreadable(berths.map(({ family }) => toChargePrefix(family.remote.name)));
  // All are read before any is taken away: what a page has left against several must not look like one's alone.
  const found = berths.map(({ family }) => readFound(family.remote.name, now()));
  for (const [index, berth] of berths.entries()) {
    const { family, release } = berth;
    const { charges = [], shared = [] } = found[index] ?? {};
    const remote = family.remote.name;
    const isSuspect = keepSuspect(remote, shared.length > 0, now());
    for (const { page: dead } of shared) remove(toChargePrefix(remote) + dead);
    berth.trial = openTrial({ remote, release, documents, page, now, charges, isSuspect });
  }
  keepPage(page);
  const see = (isSeen: boolean) => {
    for (const { trial } of berths) trial?.see(isSeen);
  };
  const look = () => see(document.visibilityState === 'visible');
  look();
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pagehide', () => see(false));
  window.addEventListener('pageshow', look);
}

/** Opens the tab's storage, for which a browser takes its time (13 ms on a processor four times slower), before releases have to wait for it. */
export function wakeStorage(): void {
  try {
    sessionStorage.getItem(pageKey);
  } catch {
    // What is not there needs no opening.
  }
}

/** What holds against a remote, and which marks of it stand beside those of others. */
function readFound(remote: string, now: number) {
  const charges = readCharges(remote, now);
  const all = readCharges(remote, now, Number.POSITIVE_INFINITY);
  return { charges, shared: all.filter(({ page }) => page && !charges.some((one) => one.page === page)) };
}

/** Whether a remote is suspected now, or was and has not listed wallets since. */
function keepSuspect(remote: string, isShared: boolean, now: number): boolean {
  try {
    if (isShared) localStorage.setItem(toSuspectKey(remote), String(now + dayMs));
    return Number(localStorage.getItem(toSuspectKey(remote))) > now;
  } catch {
    return isShared;
  }
}

/** One charge that cannot be read hides all others of its remote, for boot looks at none singly. */
function dropUnreadable(prefixes: readonly string[]): void {
  try {
    for (const key of Object.keys(localStorage).filter((one) => prefixes.some((own) => one.startsWith(own))))
      if (!isReadable(localStorage.getItem(key) ?? '')) localStorage.removeItem(key);
  } catch {
    // Where nothing can be read, nothing is charged.
  }
}

function isReadable(text: string): boolean {
  try {
    const { id, until } = JSON.parse(text) as Partial<Charge>;
    return typeof id === 'string' && typeof until === 'number';
  } catch {
    return false;
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where nothing can be taken away, nothing was read.
  }
}

/** Kept by the tab, whose next page is the one to know that this one has ended. */
function keepPage(page: string): void {
  try {
    sessionStorage.setItem(pageKey, page);
  } catch {
    // Without storage there are no marks either.
  }
}
