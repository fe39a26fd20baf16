import { LinkspanError } from '@linkspan/contract';
import { type Bytes, liveFormat } from '@linkspan/trust';
import { isWebPage } from './is-web-page.ts';
import { loadBytes } from './load-bytes.ts';
import type { ReleasesNeeds } from './needs.ts';

/**
 * A document from a remote's server, by its path there; undefined if there is none. None is longer than a live
 * document. Rejects with `release/unreachable`, or with `release/portal` where a web page came in its place.
 */
export async function loadDocument(
  { fetch, remote }: Pick<ReleasesNeeds, 'fetch' | 'remote'>,
  path: string,
  signal: AbortSignal,
): Promise<Bytes | undefined> {
  const bytes = await loadBytes(fetch, remote.url + path, { most: liveFormat.mostBytes, signal }).catch(
    (cause: unknown) => {
      throw toUnreachable(remote.name, cause);
    },
  );
  if (bytes && isWebPage(bytes)) throw new LinkspanError('release/portal', { remote: remote.name });
  return bytes;
}

export function toUnreachable(remote: string, cause?: unknown): LinkspanError {
  return new LinkspanError('release/unreachable', { remote }, { cause });
}
