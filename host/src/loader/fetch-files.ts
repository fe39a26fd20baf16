import { hasCode, LinkspanError } from '@linkspan/contract';
import { runWithin } from './deadline.ts';
import { toLoadError } from './load-error.ts';
import type { Release } from './release.ts';

/** Which files of a release are fetched, for which stage: `file` is what a remote asks for itself. */
export interface Wanted {
  readonly stage: 'discovery' | 'connector' | 'file';
  readonly paths: readonly string[];
  readonly deadlineMs: number;
}

/**
 * Fetches files of a release into the browser's cache, side by side and each checked against its hash. A browser
 * remembers a module that failed to load for as long as the page lives, but not a fetch: so the network is tried
 * here, where trying again can succeed. Answers their bytes.
 * Rejects with `loader/unreachable`, `loader/altered`, `loader/portal` or `loader/timeout`.
 */
export async function fetchFiles(
  release: Release,
  { stage, paths, deadlineMs }: Wanted,
): Promise<ArrayBuffer[]> {
  const { manifest, ref } = release;
  const integrity = new Map(manifest.files.map((file) => [file.path, file.integrity]));
  const fetchFile = async (path: string, signal: AbortSignal) => {
    const response = await fetch(release.addressOf(path), {
      integrity: integrity.get(path) ?? '',
      signal,
    });
    if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
    return response.arrayBuffer();
  };
  const context = { remote: ref.remote, stage };
  const fetchAll = (signal: AbortSignal) => Promise.all(paths.map((path) => fetchFile(path, signal)));
  try {
    return await runWithin(deadlineMs, fetchAll, () => new LinkspanError('loader/timeout', context));
  } catch (cause) {
    throw hasCode(cause, 'loader/timeout') ? cause : await toLoadError(release, paths, context, cause);
  }
}
