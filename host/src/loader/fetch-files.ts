import { hasCode, LinkspanError } from '@linkspan/contract';
import { createDeferred } from '../async.ts';
import type { Release } from '../releases/release.ts';
import { toLoadError } from './load-error.ts';
import { readFile } from './read-file.ts';

/** Which files of a release are fetched, and for which stage. */
export interface Wanted {
  readonly stage: 'discovery' | 'connector';
  readonly paths: readonly string[];
  readonly deadlineMs: number;
}

/** Files on their way into the browser's cache. */
export interface Coming<Value> {
  /** Settles when all have come; rejects as `fetchFiles` does. */
  readonly all: Promise<Value>;
  /** Begins the deadline again, while they are on their way. */
  renew(): void;
}

/**
 * Fetches files of a release into the browser's cache, side by side and each checked against its hash. A browser
 * remembers a module that failed to load for as long as the page lives, but not a fetch: so the network is tried
 * here, where trying again can succeed. Returns their bytes.
 * Rejects with `loader/unreachable`, `loader/altered`, `loader/portal` or `loader/timeout`.
 */
export function fetchFiles(release: Release, wanted: Wanted): Promise<ArrayBuffer[]> {
  return beginFiles(release, wanted).all;
}

/** The same, for those who join later: answers their bytes too. */
export function beginFiles(release: Release, { stage, paths, deadlineMs }: Wanted): Coming<ArrayBuffer[]> {
  const context = { remote: release.ref.remote, stage };
  const control = new AbortController();
  const late = createDeferred<never>();
  const fetchFile = async (path: string) => {
    const { bytes, isReleased } = await readFile(release, path, { signal: control.signal });
    if (isReleased === false) throw new Error(`${path}: other bytes than were released`);
    return bytes;
  };
  const giveUp = () => {
    late.reject(new LinkspanError('loader/timeout', context));
    control.abort();
  };
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(giveUp, deadlineMs);
  const all = Promise.race([Promise.all(paths.map(fetchFile)), late.promise])
    .finally(() => {
      clearTimeout(timer);
      timer = undefined;
    })
    .catch(async (cause: unknown) => {
      throw hasCode(cause, 'loader/timeout') ? cause : await toLoadError(release, paths, context, cause);
    });
  const renew = () => {
    clearTimeout(timer);
    timer &&= setTimeout(giveUp, deadlineMs);
  };
  return { all, renew };
}
