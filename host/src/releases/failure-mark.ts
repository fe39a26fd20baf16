import { oneOf, record, type ScopedStorage, type Shape, text, whole } from '@linkspan/contract';
import { abandonedMarkMs, dayMs, hourMs } from '../limits.ts';
import { storagePrefix } from '../storage.ts';
import { parseObject, readCachedLive } from './cache.ts';

const stage = oneOf(['discovery', 'connector']);
type Stage = ReturnType<typeof stage>;

/** Milliseconds since 1970. */
const time = whole(0, Number.MAX_SAFE_INTEGER);

/** Set before code of a remote is imported, removed when the import has settled: a page that ends before leaves it. */
const markShape = record({ id: text(), version: text(), stage, tab: text(), at: time });
type Mark = ReturnType<typeof markShape>;

/** The latest failure of a release of one remote in this browser. */
export interface RecordedFailure {
  /** Of its manifest. */
  readonly id: string;
  readonly version: string;
  /** `release/quarantined` if pages ended during an import of it. */
  readonly code: string;
  /** The import during which they ended. */
  readonly stage?: Stage | undefined;
  /** How many pages in a row did. */
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const failureShape: Shape<RecordedFailure> = record(
  { id: text(), version: text(), code: text(), count: time, until: time },
  { stage },
);

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

/** Dependencies of a failure mark. */
export interface FailureMarkDependencies {
  readonly remote: string;
  /** The release that the page runs. */
  readonly release:
    | {
        readonly id: string;
        readonly ref: { readonly version: string };
        /** The failure of the release that it runs in place of. */
        readonly recordedFailure?: RecordedFailure | undefined;
      }
    | undefined;
  /** Where the browser keeps the remote's documents. */
  readonly documents: ScopedStorage;
  now(): number;
}

/** Fetching the same bytes again would not help. Failures of the network are none of these. */
const ofRelease = /^(loader\/(broken|altered|timeout)|remote\/.*)$/;

/** The failure that counts now: by the mark that an ended page has left, else as it was recorded. */
export function readFailure(
  storage: ScopedStorage,
  remote: string,
  now: number,
): RecordedFailure | undefined {
  const latest = read(failureShape, storage, failureKey(remote));
  const recorded = latest && now < latest.until ? latest : undefined;
  const mark = readAbandoned(storage, remote, now);
  if (mark === undefined) return recorded;
  const { id, version, stage } = mark;
  const count = (recorded?.count ?? 0) + 1;
  return { id, version, stage, code: 'release/quarantined', count, until: now + dayMs };
}

/** Opens the failure mark of a remote, and records the failure if an ended page has left its mark. */
export function openFailureMark(dependencies: FailureMarkDependencies): FailureMark {
  const { remote, release, documents, now } = dependencies;
  const liveText = readCachedLive(documents, remote);
  const record = (failure: RecordedFailure) => documents.set(failureKey(remote), JSON.stringify(failure));
  const clear = () => documents.remove(failureKey(remote));
  const found = readFailure(documents, remote, now());
  if (found && readAbandoned(documents, remote, now())) {
    record(found);
    documents.remove(markKey(remote));
  }

  function settle(stage: Stage, tab: string): void {
    // Another tab may have set its own meanwhile.
    if (read(markShape, documents, markKey(remote))?.tab === tab) documents.remove(markKey(remote));
    const failure = read(failureShape, documents, failureKey(remote));
    if (failure?.stage !== stage) return;
    if (failure.id === release?.id) clear();
    else record({ ...failure, count: 0 });
  }

  function keep(): void {
    if (release === undefined) return;
    const failure = read(failureShape, documents, failureKey(remote));
    if (failure?.id === release.id && failure.stage === undefined) clear();
    // A release that runs in place of another is named by an older document than this one.
    if (liveText !== undefined && !release.recordedFailure)
      documents.set(lastGoodKey(remote), release.id + liveText);
  }

  return {
    needsPress: (found?.count ?? 0) >= 2,
    set(stage) {
      if (release === undefined) return () => undefined;
      const tab = identifyTab();
      const mark: Mark = { id: release.id, version: release.ref.version, stage, tab, at: now() };
      documents.set(markKey(remote), JSON.stringify(mark));
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
      documents.remove(markKey(remote));
      clear();
    },
  };
}

/**
 * The last good release of a remote in this browser: the id of its manifest, and the envelope of the live document that
 * named it; empty texts if there is none. Nothing of it is verified.
 */
export function readLastGood(storage: ScopedStorage, remote: string): { id: string; text: string } {
  const kept = storage.get(lastGoodKey(remote)) ?? '';
  return { id: kept.slice(0, 64), text: kept.slice(64) };
}

const markKey = (remote: string) => `${remote}:mark`;
const failureKey = (remote: string) => `${remote}:failure`;
const lastGoodKey = (remote: string) => `${remote}:worked`;
const tabKey = `${storagePrefix}tab`;

/** The mark of a page that has ended: the same tab shows another page now, or the mark is old. */
function readAbandoned(storage: ScopedStorage, remote: string, now: number): Mark | undefined {
  const mark = read(markShape, storage, markKey(remote));
  if (mark === undefined) return undefined;
  // The clock may have been set back.
  const isOld = Math.abs(now - mark.at) >= abandonedMarkMs;
  return isOld || mark.tab === identifyTab() ? mark : undefined;
}

function read<Value>(shape: Shape<Value>, storage: ScopedStorage, key: string): Value | undefined {
  try {
    return shape(parseObject(storage.get(key)), '');
  } catch {
    return undefined;
  }
}

/** The id of this tab. Without a storage of the tab it is new at each call: the tab's marks count as another tab's. */
function identifyTab(): string {
  const created = crypto.randomUUID();
  try {
    const known = sessionStorage.getItem(tabKey);
    if (known === null) sessionStorage.setItem(tabKey, created);
    return known ?? created;
  } catch {
    return created;
  }
}
