import { integer, record, type ScopedStorage, type Shape, text } from '@linkspan/contract';
import { abandonedMarkMs, dayMs, hourMs, steadyPageMs } from '../limits.ts';
import { orUndefined, storagePrefix } from '../storage.ts';
import { parseObject, readCachedLive } from './cache.ts';

/** Milliseconds since 1970. */
const time = integer(0, Number.MAX_SAFE_INTEGER);

/**
 * Set before code of a remote is imported, removed when the import has settled or the page is left: a page that crashes
 * leaves it. `tab` names the tab of the page, `at` is when it was set.
 */
const markShape = record({ id: text(), version: text(), module: text(), tab: text(), at: time });
type Mark = ReturnType<typeof markShape>;

/** The latest failure of a release of one remote in this browser. */
export interface RecordedFailure {
  /** Of its manifest. */
  readonly id: string;
  readonly version: string;
  /** `release/quarantined` if pages ended during an import of it, or by its code. */
  readonly code: string;
  /** The import during which they ended; `reload` if code of the release reloaded them. */
  readonly module?: string | undefined;
  /** How many pages in a row did. */
  readonly count: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const failureShape: Shape<RecordedFailure> = record(
  { id: text(), version: text(), code: text(), count: time, until: time },
  { module: text() },
);

/** The failure mark of a slot's release. */
export interface FailureMark {
  /** Two pages in a row ended while code of the remote was imported: a person has to ask for the next import. */
  readonly needsPress: boolean;
  /**
   * Runs an import of the release's code under the mark. `module` names it: `discovery`, `connector`, or the name of
   * code that these import on demand. Rejects as `load` does.
   */
  during<Module>(module: string, load: () => Promise<Module>): Promise<Module>;
  /** Code of the release reloads the page, or leaves it, though nobody has asked for that. */
  reload(): void;
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
  /** Where the browser stores the remote's documents. */
  readonly documents: ScopedStorage;
  /** See `nameTab`. */
  readonly tab: string;
  now(): number;
}

/** Fetching the same bytes again would not help. Failures of the network are none of these. */
const ofRelease = /^(loader\/(broken|altered|timeout)|remote\/.*)$/;

/** The name of this tab, which a page that is loaded again after a crash still has. It is stored in the tab. */
export function nameTab(): string {
  const key = `${storagePrefix}tab`;
  const own = crypto.randomUUID();
  return (
    orUndefined(() => {
      const name = sessionStorage.getItem(key) ?? own;
      sessionStorage.setItem(key, name);
      return name;
    }) ?? own
  );
}

/**
 * The failure that counts now: if a page has ended during an import of the remote's code, that one, which is recorded;
 * else as it was recorded. A mark of another tab may be of a page that lives, so it counts only once it is old.
 */
export function readFailure(
  storage: ScopedStorage,
  { remote, tab, now }: Pick<FailureMarkDependencies, 'remote' | 'tab'> & { readonly now: number },
): RecordedFailure | undefined {
  const latest = readRecorded(storage, remote, now);
  const mark = read(markShape, storage, markKey(remote));
  if (mark === undefined) return latest;
  const { id, version, module } = mark;
  const age = now - mark.at;
  if (mark.tab !== tab && age >= 0 && age < abandonedMarkMs) return latest;
  const failure = toQuarantined({ id, version, module }, latest, now);
  storage.set(failureKey(remote), JSON.stringify(failure));
  storage.remove(markKey(remote));
  return failure;
}

function readRecorded(storage: ScopedStorage, remote: string, now: number): RecordedFailure | undefined {
  const latest = read(failureShape, storage, failureKey(remote));
  return latest && now < latest.until ? latest : undefined;
}

function toQuarantined(
  ended: Pick<RecordedFailure, 'id' | 'version' | 'module'>,
  before: RecordedFailure | undefined,
  now: number,
): RecordedFailure {
  return { ...ended, code: 'release/quarantined', count: (before?.count ?? 0) + 1, until: now + dayMs };
}

/** Opens the failure mark of a remote. */
export function openFailureMark(dependencies: FailureMarkDependencies): FailureMark {
  const { remote, release, documents, tab, now } = dependencies;
  const liveText = readCachedLive(documents, remote);
  const record = (failure: RecordedFailure) => documents.set(failureKey(remote), JSON.stringify(failure));
  const clear = () => documents.remove(failureKey(remote));
  const found = readRecorded(documents, remote, now());
  /** The imports under way. */
  const running: string[] = [];
  let isLeft = false;

  /** Another tab may have set its own mark meanwhile. */
  function unmark(): void {
    if (read(markShape, documents, markKey(remote))?.tab === tab) documents.remove(markKey(remote));
  }

  /** The oldest import under way is the one that is marked. */
  function markOldest(): void {
    const [module] = running;
    if (release === undefined || module === undefined) unmark();
    else {
      const { id, ref } = release;
      const own: Mark = { id, version: ref.version, module, tab, at: now() };
      documents.set(markKey(remote), JSON.stringify(own));
    }
  }

  function settle(module: string): void {
    const failure = read(failureShape, documents, failureKey(remote));
    if (failure?.module !== module) return;
    if (failure.id === release?.id) clear();
    else record({ ...failure, count: 0 });
  }

  function keep(): void {
    if (release === undefined) return;
    const failure = read(failureShape, documents, failureKey(remote));
    if (failure?.id === release.id && failure.module === undefined) clear();
    // A release that runs in place of another is named by an older document than this one.
    if (liveText !== undefined && !release.recordedFailure)
      documents.set(lastGoodKey(remote), release.id + liveText);
  }

  // Leaving is not a crash.
  window.addEventListener('pagehide', unmark);
  if (found?.module === reloaded) setTimeout(settle, steadyPageMs, reloaded);
  return {
    needsPress: (found?.count ?? 0) >= 2,
    async during(module, load) {
      running.push(module);
      markOldest();
      try {
        return await load();
      } finally {
        running.splice(running.indexOf(module), 1);
        markOldest();
        settle(module);
      }
    },
    reload() {
      if (release === undefined || isLeft) return;
      isLeft = true;
      const ended = { id: release.id, version: release.ref.version, module: reloaded };
      record(toQuarantined(ended, readRecorded(documents, remote, now()), now()));
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
/** The `module` of a failure if code of a release reloaded the page. */
const reloaded = 'reload';

function read<Value>(shape: Shape<Value>, storage: ScopedStorage, key: string): Value | undefined {
  try {
    return shape(parseObject(storage.get(key)), '');
  } catch {
    return undefined;
  }
}
