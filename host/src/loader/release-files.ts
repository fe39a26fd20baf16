import { LinkspanError, type ReleaseFiles } from '@linkspan/contract';
import type { FamilyConfig } from '../config.ts';
import { connectorMs } from '../limits.ts';
import type { Release } from '../releases/release.ts';
import { fetchFiles } from './fetch-files.ts';
import type { FileMakers } from './file-makers.ts';

/** Lends a remote the files of its release. `allow` is what the page's configuration allows the remote beside scripts. */
export function createReleaseFiles(
  release: Release,
  allow: FamilyConfig['remote']['allow'] = [],
  makers: FileMakers,
): ReleaseFiles {
  const { remote } = release.ref;

  async function load(path: string): Promise<ArrayBuffer> {
    const { files } = release.manifest;
    // A manifest that is signed lists its entry at least; one of development lists nothing.
    if (files.length > 0 && !files.some((file) => file.path === path))
      throw new LinkspanError('loader/unlisted', { remote, path });
    const [bytes] = await fetchFiles(release, { stage: 'file', paths: [path], deadlineMs: connectorMs });
    return bytes as ArrayBuffer;
  }

  async function make<Made>(path: string, maker: (bytes: ArrayBuffer) => Made): Promise<Awaited<Made>> {
    const bytes = await load(path);
    try {
      return await maker(bytes);
    } catch (cause) {
      throw new LinkspanError('loader/unreadable', { remote, path }, { cause });
    }
  }

  function assertAllowed(needs: 'worker' | 'wasm'): void {
    if (!allow.includes(needs)) throw new LinkspanError('loader/not-allowed', { remote, needs });
  }

  return Object.freeze({
    json: (path) => make(path, makers.json),
    style: (path) => make(path, makers.style),
    async wasm(path) {
      assertAllowed('wasm');
      return make(path, makers.wasm);
    },
    async worker(path) {
      assertAllowed('worker');
      return make(path, makers.worker);
    },
  } satisfies ReleaseFiles);
}
