import type { ScopedStorage } from '@linkspan/contract';
import { abandonedMarkMs, dayMs, hourMs } from '../limits.ts';
import { storagePrefix } from '../storage.ts';
import { parseObject, readCachedLive } from './cache.ts';
import type { Release } from './release.ts';

type Stage = 'discovery' | 'connector';

/** Set before code of a remote is imported, removed when the import has settled: a page that ended before leaves it. */
interface Mark {
  /** Of the release's manifest. */
  readonly id: string;
  readonly version: string;
  readonly stage: Stage;
  readonly tab: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The latest failure of a release of one remote in this browser. */
export interface RecordedFailure {
  readonly id: string;
  readonly version: string;
  /** `release/quarantined` if pages ended during an import of it. */
  readonly code: string;
  /** The import during which they ended. */
  readonly stage?: Stage;
  /** How many pages in a row did. */
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** The failure mark of a slot's release. */
export interface FailureMark {
  /** Two pages in a row ended while code of the remote was imported: a person has to ask for the next import. */
  readonly needsPress: boolean;
  /** Sets the mark; returns what removes it. */
  set(stage: Stage): () => void;
  /** Records a failure if the release is its cause: the next page does not run it for a while. */
  fail(code: string): void;
  /** The release lists wallets: it is the last good one, unless another release has connected a wallet. */
  list(): void;
  /** The release has connected a wallet: it is the last good one. */
  work(): void;
  /** Removes mark and failure: the next page runs the newest release. */
  forgive(): void;
}

/** Dependencies of a failure mark; `documents` is where the browser keeps the remote's documents. */
export interface FailureMarkNeeds {
  readonly remote: string;
  readonly release: Release | undefined;
  readonly documents: ScopedStorage;
  now(): number;
}

/** To fetch the same bytes again would not help. Failures of the network are none of these. */
const ofRelease = /^(loader\/(broken|altered|timeout)|remote\/.*)$/;

/** The failure that holds now, by the mark that an ended page has left or as it was recorded. */
export function readFailure(
  storage: ScopedStorage,
  remote: string,
  now: number,
): RecordedFailure | undefined {
  const latest = readRecorded(storage, remote);
  const recorded = latest && now < latest.until ? latest : undefined;
  const mark = readAbandoned(storage, remote, now);
  if (mark === undefined) return recorded;
  const { id, version, stage } = mark;
  const count = (recorded?.count ?? 0) + 1;
  return { id, version, stage, code: 'release/quarantined', count, until: now + dayMs };
}

/** Opens the failure mark of a remote, and records the failure if an ended page has left its mark. */
export function openFailureMark({ remote, release, documents, now }: FailureMarkNeeds): FailureMark {
  const text = readCachedLive(documents, remote);
  const found = readFailure(documents, remote, now());
  const record = (failure: RecordedFailure) => documents.set(toFailureKey(remote), JSON.stringify(failure));
  if (found !== undefined && readAbandoned(documents, remote, now())) {
    record(found);
    documents.remove(toMarkKey(remote));
  }

  function settle(stage: Stage, tab: string): void {
    // Another tab may have set its own meanwhile.
    if (readMark(documents, remote)?.tab === tab) documents.remove(toMarkKey(remote));
    const failure = readRecorded(documents, remote);
    if (failure?.stage !== stage) return;
    if (failure.id === release?.id) documents.remove(toFailureKey(remote));
    else record({ ...failure, count: 0 });
  }

  function keep(): void {
    if (release === undefined) return;
    const failure = readRecorded(documents, remote);
    if (failure?.id === release.id && failure.stage === undefined) documents.remove(toFailureKey(remote));
    if (text !== undefined && !release.recordedFailure)
      writeLastGood(documents, remote, { id: release.id, text });
  }

  return {
    needsPress: (found?.count ?? 0) >= 2,
    set(stage) {
      if (release === undefined) return () => undefined;
      const { id, ref } = release;
      const tab = readTab() ?? nameTab();
      const mark: Mark = { id, version: ref.version, stage, tab, at: now() };
      documents.set(toMarkKey(remote), JSON.stringify(mark));
      return () => settle(stage, tab);
    },
    fail(code) {
      if (release === undefined || !ofRelease.test(code)) return;
      record({ id: release.id, version: release.ref.version, code, count: 0, until: now() + hourMs });
    },
    list() {
      const { id } = readLastGood(documents, remote);
      if (id === '' || id === release?.id) keep();
    },
    work: keep,
    forgive() {
      documents.remove(toMarkKey(remote));
      documents.remove(toFailureKey(remote));
    },
  };
}

const toMarkKey = (remote: string) => `${remote}:mark`;
const toFailureKey = (remote: string) => `${remote}:failure`;
const tabKey = `${storagePrefix}tab`;

/** The mark of a page that has ended: the same tab shows another page now, and other tabs give it a while. */
function readAbandoned(storage: ScopedStorage, remote: string, now: number): Mark | undefined {
  const mark = readMark(storage, remote);
  if (mark === undefined) return undefined;
  // The clock may have been set back.
  const isOld = Math.abs(now - mark.at) >= abandonedMarkMs;
  return isOld || mark.tab === readTab() ? mark : undefined;
}

function readMark(storage: ScopedStorage, remote: string): Mark | undefined {
  const mark = parseObject<Mark>(storage.get(toMarkKey(remote)));
  const isMark = [mark.id, mark.version, mark.tab].every(isText) && isStage(mark.stage) && isTime(mark.at);
  return isMark ? (mark as Mark) : undefined;
}

function readRecorded(storage: ScopedStorage, remote: string): RecordedFailure | undefined {
  const failure = parseObject<RecordedFailure>(storage.get(toFailureKey(remote)));
  const { id, version, code, stage, count, until } = failure;
  const isFailure = [id, version, code].every(isText) && (stage === undefined || isStage(stage));
  return isFailure && isTime(count) && isTime(until) ? (failure as RecordedFailure) : undefined;
}

const isText = (value: unknown) => typeof value === 'string';
const isTime = (value: unknown): value is number => Number.isFinite(value);
const isStage = (value: unknown) => value === 'discovery' || value === 'connector';

function readTab(): string | undefined {
  try {
    return sessionStorage.getItem(tabKey) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Without a storage of the tab, its own marks count as those of another tab. */
function nameTab(): string {
  const tab = crypto.randomUUID();
  try {
    sessionStorage.setItem(tabKey, tab);
  } catch {
    // The storage is full or blocked.
  }
  return tab;
}

/** A release that has worked in this browser, and the envelope of the live document that named it. */
export interface LastGood {
  /** Of its manifest: 64 hexadecimal digits. */
  readonly id: string;
  readonly text: string;
}

const toKey = (remote: string) => `${remote}:worked`;

/** What a browser keeps of it; empty texts where it keeps nothing. All of it is verified again. */
export function readLastGood(storage: ScopedStorage, remote: string): LastGood {
  const kept = storage.get(toKey(remote)) ?? '';
  return { id: kept.slice(0, 64), text: kept.slice(64) };
}

export function writeLastGood(storage: ScopedStorage, remote: string, { id, text }: LastGood): void {
  storage.set(toKey(remote), id + text);
}
