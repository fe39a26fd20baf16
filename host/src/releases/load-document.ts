import { LinkspanError } from '@linkspan/contract';
import { type Bytes, liveFormat } from '@linkspan/trust';
import { type Fetch, loadBytes } from './load-bytes.ts';

/**
 * A document from a remote's server, by its path there; undefined where there is none. None is longer than a live
 * document. Rejects with `release/unreachable`.
 */
export async function loadDocument(
  {
    fetch,
    remote,
  }: { readonly fetch: Fetch; readonly remote: { readonly name: string; readonly url: string } },
  path: string,
  signal: AbortSignal,
): Promise<Bytes | undefined> {
  const address = new URL(path, remote.url);
  return loadBytes(fetch, address, { most: liveFormat.mostBytes, signal }).catch((cause: unknown) => {
    throw toUnreachable(remote.name, cause);
  });
}

export function toUnreachable(remote: string, cause?: unknown): LinkspanError {
  return new LinkspanError('release/unreachable', { remote }, { cause });
}
