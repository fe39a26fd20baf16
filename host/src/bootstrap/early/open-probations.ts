import { dayMs } from '../../limits.ts';
import type { FamilySlot } from '../../loader/family-slot.ts';
import { openProbation } from '../../releases/probation.ts';
import {
  pageKey,
  type RecordedFailure,
  readRecordedFailures,
  toFailurePrefix,
  toSuspectKey,
} from '../../releases/recorded-failures.ts';
import { openStorage, storagePrefix } from '../../storage.ts';

/** What tells that the page is about to be left, or that nobody looks at it. */
export interface Leaving {
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener'>;
  readonly window: Pick<Window, 'addEventListener'>;
  /** This page, among all. */
  readonly page: string;
  now(): number;
}

/** Opens the probations of all slots' releases. A page that is left, or not seen, leaves no mark against any of them. */
export function openProbations(slots: readonly FamilySlot[], { document, window, page, now }: Leaving): void {
  const documents = openStorage(`${storagePrefix}release:`);
  dropUnreadable(slots.map(({ family }) => toFailurePrefix(family.remote.name)));
  // All are read before any is taken away: what a page has left against several must not look like one's alone.
  const found = slots.map(({ family }) => readFound(family.remote.name, now()));
  for (const [index, slot] of slots.entries()) {
    const { family, release } = slot;
    const { recordedFailures = [], shared = [] } = found[index] ?? {};
    const remote = family.remote.name;
    const isSuspect = keepSuspect(remote, shared.length > 0, now());
    for (const { page: dead } of shared) remove(toFailurePrefix(remote) + dead);
    slot.probation = openProbation({ remote, release, documents, page, now, recordedFailures, isSuspect });
  }
  keepPage(page);
  const see = (isSeen: boolean) => {
    for (const { probation } of slots) probation?.see(isSeen);
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
  const recordedFailures = readRecordedFailures(remote, now);
  const all = readRecordedFailures(remote, now, Number.POSITIVE_INFINITY);
  return {
    recordedFailures,
    shared: all.filter(({ page }) => page && !recordedFailures.some((one) => one.page === page)),
  };
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

/** One recorded failure that cannot be read hides all others of its remote, for the inline script looks at none singly. */
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
    const { id, until } = JSON.parse(text) as Partial<RecordedFailure>;
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
