import type { Manifest } from '@linkspan/trust';
import type { Attack } from './attack.ts';
import { mark } from './victim.ts';

const connected = { by: 'card', code: 'loader/altered', when: 'connected' } as const;

/** Files of a properly signed release are altered on the disk of its server, or others are put beside them. */
export const attacksOnFiles: readonly Attack[] = [
  {
    id: 'discovery-altered',
    name: 'the discovery is altered',
    strike: ({ alter }) => alter(({ discovery }) => discovery),
    ends: { ...connected, when: 'opened' },
  },
  {
    id: 'entry-altered',
    name: 'the entry is altered',
    strike: ({ alter }) => alter(({ entry }) => entry),
    ends: connected,
  },
  {
    id: 'static-chunk-altered',
    name: 'a chunk that the entry imports is altered',
    strike: ({ alter }) => alter(startingWith('kit-')),
    ends: connected,
  },
  {
    id: 'dynamic-chunk-altered',
    name: 'a chunk that is imported later is altered',
    strike: ({ alter }) => alter(startingWith('connector-')),
    ends: connected,
  },
  {
    id: 'chunk-of-chunk-altered',
    name: 'a chunk of a chunk is altered',
    strike: ({ alter }) => alter(startingWith('vendor-')),
    ends: connected,
  },
  {
    id: 'files-of-another-release',
    name: 'a release has the files of another',
    strike: async ({ goLive, former, signManifest, release }) =>
      goLive(former, { manifest: await signManifest(release) }),
    ends: { ...connected, when: 'opened' },
  },
  {
    id: 'file-unlisted',
    name: 'a file that no release lists is asked for',
    strike: ({ put, release }) => put(`${release.path}unlisted.js`, mark),
    ends: { by: 'browser', address: ({ release }) => `${release.path}unlisted.js` },
  },
  {
    id: 'file-preloaded',
    name: 'an altered file is preloaded before it is asked for',
    strike: ({ alter }) => alter(startingWith('vendor-')),
    ends: {
      by: 'browser',
      isPreloaded: true,
      address: ({ release: { path, manifest } }) => `${path}${startingWith('vendor-')(manifest)}`,
    },
  },
  {
    id: 'file-with-query',
    name: 'an altered file is asked for with a query',
    strike: ({ alter }) => alter(startingWith('vendor-')),
    ends: {
      by: 'browser',
      address: ({ release: { path, manifest } }) => `${path}${startingWith('vendor-')(manifest)}?again`,
    },
  },
  {
    id: 'file-with-fragment',
    name: 'an altered file is asked for with a fragment',
    strike: ({ alter }) => alter(startingWith('vendor-')),
    ends: {
      by: 'browser',
      address: ({ release: { path, manifest } }) => `${path}${startingWith('vendor-')(manifest)}#again`,
    },
  },
];

function startingWith(name: string) {
  return ({ files }: Manifest) => files.find(({ path }) => path.startsWith(name))?.path;
}
