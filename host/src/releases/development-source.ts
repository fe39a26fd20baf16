import { LinkspanError } from '@linkspan/contract';
import { type Bytes, liveDocumentName, parseUnsignedRelease } from '@linkspan/trust';
import { runWithin } from '../async.ts';
import type { FamilyConfig } from '../config.ts';
import { documentMs } from '../limits.ts';
import { loadBytes, toText, toUnreachable } from './fetch-document.ts';
import { toAddresses, toWholeManifest } from './release.ts';
import type { ReleaseSource } from './release-source.ts';

const mostBytes = 500_000;

/** The source of development servers: nothing is signed, nothing has a hash. For the development page alone. */
export const developmentSource: ReleaseSource = {
  open: () => undefined,
  async load({ family: { remote } }) {
    const bytes = await loadDescription(remote);
    const { path, manifest } = parseUnsignedRelease(readJson(bytes, remote.name), remote.name).release;
    return {
      ref: { remote: manifest.remote, version: manifest.version },
      id: 'unsigned',
      manifest: toWholeManifest(manifest),
      share: 100,
      expiresAt: '9999-12-31T23:59:59Z',
      ...toAddresses(remote.url, path),
    };
  },
};

/** Rejects with `release/unreachable`. */
async function loadDescription({ name, url }: FamilyConfig['remote']): Promise<Bytes> {
  const load = (signal: AbortSignal) => loadBytes(fetch, url + liveDocumentName, { most: mostBytes, signal });
  try {
    const bytes = await runWithin(documentMs, load, () => new Error('late'));
    if (bytes !== undefined) return bytes;
  } catch (cause) {
    throw toUnreachable(name, cause);
  }
  throw toUnreachable(name);
}

function readJson(bytes: Bytes, remote: string): unknown {
  try {
    return JSON.parse(toText(bytes));
  } catch (cause) {
    throw new LinkspanError('release/malformed', { remote, place: 'the document' }, { cause });
  }
}
