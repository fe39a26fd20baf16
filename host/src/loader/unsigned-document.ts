import { LinkspanError } from '@linkspan/contract';
import { liveDocumentName, parseUnsignedRelease, type UnsignedRelease } from '@linkspan/trust';

/** Where a remote is asked for. */
export interface RemoteAddress {
  readonly name: string;
  /** Ends in `/`. */
  readonly url: string;
}

const mostBytes = 500_000;

/**
 * What a remote's development server says of itself, never from a cache that was not asked again. Nobody has signed it:
 * this is for development alone.
 * Rejects with `release/unreachable` (no answer, or none within the deadline) or `release/malformed`.
 */
export async function loadUnsignedDocument(
  remote: RemoteAddress,
  deadlineMs: number,
): Promise<UnsignedRelease> {
  return parseUnsignedRelease(readJson(remote, await loadText(remote, deadlineMs)), remote.name);
}

async function loadText(remote: RemoteAddress, deadlineMs: number): Promise<string> {
  try {
    const response = await fetch(new URL(liveDocumentName, remote.url), {
      cache: 'no-cache',
      credentials: 'omit',
      signal: AbortSignal.timeout(deadlineMs),
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return await response.text();
  } catch (cause) {
    throw new LinkspanError('release/unreachable', { remote: remote.name }, { cause });
  }
}

function readJson(remote: RemoteAddress, text: string): unknown {
  try {
    if (text.length > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
    return JSON.parse(text);
  } catch (cause) {
    throw new LinkspanError('release/malformed', { remote: remote.name, place: 'the document' }, { cause });
  }
}
