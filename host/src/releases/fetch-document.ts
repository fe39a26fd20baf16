import { LinkspanError } from '@linkspan/contract';
import { type Bytes, liveFormat } from '@linkspan/trust';

/** The page's own `fetch`, or a fake. */
export type Fetch = typeof globalThis.fetch;

/**
 * The bytes of a document, revalidated; undefined if there is none at this address. Little more than `most` bytes are
 * read, so that the verification finds that it is too long. A request that is lost is sent once more.
 * Other origins get no cookies; the page's own origin does, since a request without them needs another connection.
 * Rejects if the server does not answer, or answers with an error of its own.
 */
export async function loadBytes(
  fetch: Fetch,
  address: string | URL,
  { most, signal }: { readonly most: number; readonly signal: AbortSignal },
): Promise<Bytes | undefined> {
  const ask = () => fetch(address, { cache: 'no-cache', signal });
  const response = await ask().catch((error: unknown) => {
    if (signal.aborted) throw error;
    return ask();
  });
  if (response.status >= 500) throw new Error(`HTTP ${response.status}`);
  return response.ok ? readAtMost(response, most) : undefined;
}

/** The decompressed bytes of a response. A body that is longer than `most` is cut somewhere beyond that. */
export async function readAtMost({ body }: Response, most: number): Promise<Bytes> {
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  let length = 0;
  while (reader !== undefined && length <= most) {
    const { done, value } = await reader.read();
    if (done) return toOne(chunks, length);
    chunks.push(value);
    length += value.length;
  }
  reader?.cancel().catch(() => undefined);
  return toOne(chunks, length);
}

function toOne(chunks: readonly Uint8Array[], length: number): Bytes {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/**
 * A document from a remote's server, by its path there; undefined if there is none. No document is longer than a live
 * document. Rejects with `release/unreachable`, or with `release/portal` if a web page came instead.
 */
export async function loadDocument(
  {
    fetch,
    remote,
  }: { readonly fetch: Fetch; readonly remote: { readonly name: string; readonly url: string } },
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

/** True if bytes begin like HTML: no document and no script of a release begins with `<`. */
export function isWebPage(bytes: Bytes): boolean {
  return bytes.find((byte) => byte > 32) === 60;
}

/** A verified document's bytes as a text for storage. They are valid UTF-8, so that no byte is lost. */
export function toText(bytes: Bytes): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** The bytes of a text from storage. */
export function toBytes(text: string): Bytes {
  return new TextEncoder().encode(text);
}
