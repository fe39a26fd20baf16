import { LinkspanError } from '@linkspan/contract';
import { type LiveRelease, verifyLive } from '@linkspan/trust';
import { withDeadline } from '../async.ts';
import type { FamilyConfig } from '../config.ts';
import { applicationDocumentMs, documentMs, hastyDocumentMs, lateDocumentMs } from '../limits.ts';
import { openStorage } from '../storage.ts';
import { type RecordedFailure, readFailure, readLastGood } from './failure-mark.ts';
import { toBytes, toUnreachable } from './fetch-document.ts';
import type { PageTrust } from './page-trust.ts';
import { type Release, toAddresses } from './release.ts';
import type { ReleaseSource } from './release-source.ts';
import type { LoadedLive } from './release-status.ts';
import { openReleases, type Releases, type ReleasesDependencies } from './releases.ts';

/** Dependencies of signed releases. `storagePrefix` begins every key that the page stores. */
export interface SignedSourceDependencies
  extends Pick<ReleasesDependencies, 'fetch' | 'now' | 'random' | 'offered' | 'blocklist'> {
  readonly storagePrefix: string;
  /** The name of this tab: see `nameTab`. */
  readonly tab: string;
  /** Whether an application waits for the documents: then a copy serves soon, also the one that came with the page. */
  readonly isHasty: boolean;
  /** The page's address, which a remote's path is relative to. */
  readonly base: string;
  /** Receives the reason if the page uses a copy of a document instead of the server's. */
  report(error: unknown): void;
}

/** Releases that their teams have signed. `trust` came with the page. */
export function createSignedSource(
  trust: Pick<PageTrust, 'remotes'>,
  dependencies: SignedSourceDependencies,
): ReleaseSource {
  const { storagePrefix, base, isHasty, ...platform } = dependencies;
  const storage = openStorage(`${storagePrefix}release:`);
  const opened = new Map<string, Releases>();
  return {
    open(family) {
      const remote = { ...family.remote, ...trustOf(trust, family) };
      const releases = openReleases({ ...platform, remote, storage });
      opened.set(family.id, releases);
      return releases;
    },
    async load(asked) {
      const { family } = asked;
      const releases = opened.get(family.id);
      if (releases === undefined) throw toUnreachable(family.remote.name);
      const askedAt = dependencies.now();
      const loaded = await loadLive(releases, dependencies.report, isHasty);
      const choosing = { ...platform, remote: family.remote, storage };
      // The import map may have been closed while the document was on its way.
      const only = asked.copied?.id;
      const working = await chooseWorking(only ? toOnly(loaded, only) : loaded, releases, choosing);
      if (only && working.chosen.id !== only)
        throw new LinkspanError('release/late', { remote: family.remote.name });
      return toRelease(working, { url: new URL(family.remote.url, base).href, askedAt });
    },
  };
}

/** The document as if it offered this release alone, if it offers it at all. */
function toOnly(loaded: LoadedLive, id: string): LoadedLive {
  const { live } = loaded;
  const offered = live.releases.find((one) => one.id === id && one.share > 0);
  return offered
    ? { ...loaded, live: { ...live, releases: [{ ...offered, share: 100 }], refused: [] } }
    : loaded;
}

/** Throws `config/malformed` for a remote that no root came with. */
function trustOf({ remotes }: Pick<PageTrust, 'remotes'>, { remote }: FamilyConfig) {
  const found = remotes.find(({ name }) => name === remote.name);
  if (found !== undefined) return found;
  throw new LinkspanError('config/malformed', { place: 'trust.remotes', expected: `with ${remote.name}` });
}

/**
 * The live document for a page that is being loaded: the server's, or if that is late or refused, the last good copy.
 * With `isHasty` the copy that came with the page serves as soon. `report` receives the reason if a copy is used. Rejects with the reason if there is no copy either: `release/…`.
 */
export async function loadLive(
  releases: Releases,
  report: (error: unknown) => void,
  isHasty = false,
): Promise<LoadedLive> {
  const fresh = releases.fresh(isHasty ? lateDocumentMs : documentMs);
  try {
    const patienceMs = isHasty ? applicationDocumentMs : hastyDocumentMs;
    return await withDeadline(fresh, patienceMs, () => toUnreachable(''));
  } catch {
    const own = await releases.copy(isHasty ? undefined : 'own');
    // A late answer of the server is stored for the next page, and is no failure.
    if (own !== undefined && own.live.releases.length > 0) {
      fresh.catch(report);
      return own;
    }
    return fresh.catch(async (error: unknown) => {
      const copy = own ?? (await releases.copy());
      if (copy === undefined) throw error;
      report(error);
      return copy;
    });
  }
}

/** The release that a page runs, the document that names it, and the failure of the release that it replaces. */
interface WorkingRelease {
  readonly loaded: LoadedLive;
  readonly chosen: LiveRelease;
  readonly recordedFailure: RecordedFailure | undefined;
}

/** Dependencies of the choice of a release that works in this browser. */
interface ChoiceDependencies extends Pick<ReleasesDependencies, 'storage' | 'now'> {
  readonly remote: { readonly name: string };
  readonly tab: string;
}

/**
 * The release that this visitor gets, or if it has failed here, another one that is compatible with this page: of the
 * same document, else the last good one, until its own document expires. That one is judged by everything that the
 * newest document is judged by, except for having been replaced. Rejects as `choose` throws.
 */
export async function chooseWorking(
  loaded: LoadedLive,
  { choose, isCompatible, deployed }: Pick<Releases, 'choose' | 'isCompatible' | 'deployed'>,
  { remote: { name }, storage, tab, now }: ChoiceDependencies,
): Promise<WorkingRelease> {
  const chosen = choose(loaded);
  if (!isCompatible(chosen)) {
    const older = await findOlder(loaded, { isCompatible, deployed });
    if (older) return older;
  }
  const recordedFailure = readFailure(storage, { remote: name, tab, now: now() });
  if (recordedFailure?.id !== chosen.id) return { loaded, chosen, recordedFailure: undefined };
  const mayRun = (one: LiveRelease) => one.id !== chosen.id && isCompatible(one);
  const other = loaded.live.releases.find((one) => one.share > 0 && mayRun(one));
  if (other) return { loaded, chosen: other, recordedFailure };
  try {
    const { id, text } = readLastGood(storage, name);
    const { policy } = loaded;
    const seen = { ...policy.seen, live: 0 };
    const live = await verifyLive({ ...policy, seen, envelope: toBytes(text), now: now() });
    const lastGood = live.releases.find((one) => one.id === id && mayRun(one));
    if (lastGood) return { loaded: { ...loaded, live }, chosen: lastGood, recordedFailure };
  } catch {
    // A document that is refused now is as if there were none.
  }
  // There is no other release, so this one is tried again.
  return { loaded, chosen, recordedFailure: undefined };
}

/**
 * The newest release that a page can run and that came with it, if it can run none of the newer ones: its team may not know
 * this page. Not one that the team has taken back since.
 */
async function findOlder(
  loaded: LoadedLive,
  { isCompatible, deployed }: Pick<Releases, 'isCompatible' | 'deployed'>,
): Promise<WorkingRelease | undefined> {
  const live = await deployed(loaded);
  const named = [...loaded.live.releases, ...loaded.live.refused].map(({ id }) => id);
  const [chosen] = (live?.releases ?? [])
    .filter((one) => one.share > 0 && isCompatible(one) && !named.includes(one.id))
    .sort((one, other) => other.manifest.sequence - one.manifest.sequence);
  return live && chosen && { loaded: { ...loaded, live }, chosen, recordedFailure: undefined };
}

function toRelease(
  { loaded, chosen, recordedFailure }: WorkingRelease,
  { url, askedAt }: { readonly url: string; readonly askedAt: number },
): Release {
  const { id, manifest, share, path } = chosen;
  const { remote, version } = manifest;
  const insteadOf = recordedFailure && { version: recordedFailure.version, code: recordedFailure.code };
  return {
    ref: { remote, version, share, ...(insteadOf && { insteadOf }) },
    recordedFailure,
    id,
    manifest,
    share,
    expiresAt: loaded.live.expiresAt,
    ...(loaded.from === 'server' && { checkedAt: askedAt }),
    ...toAddresses(url, path),
  };
}
