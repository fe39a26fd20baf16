import { LinkspanError } from '@linkspan/contract';
import { type Bytes, liveDocumentName, parseUnsignedRelease } from '@linkspan/trust';
import { runWithin } from '../async.ts';
import { documentMs } from '../limits.ts';
import { loadDocument, toText, toUnreachable } from './fetch-document.ts';
import { toAddresses } from './release.ts';
import type { ReleaseSource } from './source.ts';

/** What development servers serve: nothing is signed, nothing has a hash. For the development page alone. */
export const developmentSource: ReleaseSource = {
  open: () => undefined,
  async load({ family: { remote } }) {
    const unreachable = () => toUnreachable(remote.name);
    const load = (signal: AbortSignal) => loadDocument({ fetch, remote }, liveDocumentName, signal);
    const bytes = await runWithin(documentMs, load, unreachable);
    if (bytes === undefined) throw unreachable();
    const { path, manifest } = parseUnsignedRelease(readJson(bytes, remote.name), remote.name).release;
    return {
      ref: { remote: manifest.remote, version: manifest.version },
      id: 'unsigned',
      // The fields that only a signed manifest has are empty.
      manifest: { ...manifest, sequence: 1, commit: '', dependencies: [], hosts: [], builtAt: '' },
      share: 100,
      expiresAt: '9999-12-31T23:59:59Z',
      ...toAddresses(remote.url, path),
    };
  },
};

function readJson(bytes: Bytes, remote: string): unknown {
  try {
    return JSON.parse(toText(bytes));
  } catch (cause) {
    throw new LinkspanError('release/malformed', { remote, place: 'the document' }, { cause });
  }
}
