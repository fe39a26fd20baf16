import { documentMs } from '../limits.ts';
import { toAddresses } from '../releases/release.ts';
import type { ReleaseSource } from './release-source.ts';
import { loadUnsignedDocument } from './unsigned-document.ts';

/** What development servers serve: nothing is signed, nothing has a hash. For the development page alone. */
export const unsignedSource: ReleaseSource = {
  open: () => undefined,
  async load({ family: { remote } }) {
    const { path, manifest } = (await loadUnsignedDocument(remote, documentMs)).release;
    return {
      ref: { remote: manifest.remote, version: manifest.version },
      id: 'unsigned',
      // What only a signer or a judge reads is not there.
      manifest: { ...manifest, sequence: 1, commit: '', dependencies: [], hosts: [], builtAt: '' },
      share: 100,
      expiresAt: '9999-12-31T23:59:59Z',
      ...toAddresses(remote.url, path),
    };
  },
};
