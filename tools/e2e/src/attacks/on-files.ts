import type { Manifest } from '@linkspan/trust';
import { expect } from 'vitest';
import { type Attack, goodReleaseRuns, refused, refusedByBrowser, refusedOnConnect } from './attack.ts';
import { linkStyle } from './in-page.ts';
import { mark, type Target } from './target.ts';

/** Files of a properly signed release are altered on the disk of its server, or others are put beside them. */
export const attacksOnFiles: readonly Attack[] = [
  {
    id: 'discovery-altered',
    name: 'the discovery is altered',
    strike: ({ alter }) => alter(({ discovery }) => discovery),
    ends: refused('loader/altered'),
  },
  {
    id: 'entry-altered-without-headers',
    name: 'the entry is altered, and the page’s server sends none of the headers, as some static hosts do',
    strike({ alter }, { headers }) {
      for (const name of Object.keys(headers)) delete headers[name];
      return alter(({ entry }) => entry);
    },
    ends: refusedOnConnect('loader/altered'),
  },
  {
    id: 'chunk-of-chunk-altered',
    name: 'a chunk of a chunk is altered',
    strike: ({ alter }) => alter(findVendor),
    ends: refusedOnConnect('loader/altered'),
  },
  {
    id: 'file-unlisted',
    name: 'a file that no release lists is asked for',
    isNeighbor: true,
    strike: ({ put, release }) => put(`${release.path}unlisted.js`, mark),
    ends: refusedByBrowser(({ release }) => `${release.path}unlisted.js`),
  },
  {
    id: 'file-preloaded',
    name: 'an altered file is preloaded before it is asked for',
    isNeighbor: true,
    strike: ({ alter }) => alter(findVendor),
    ends: refusedByBrowser(vendorOf, { isPreloaded: true }),
  },
  {
    id: 'file-with-fragment',
    name: 'an altered file is asked for with a fragment',
    isNeighbor: true,
    strike: ({ alter }) => alter(findVendor),
    ends: refusedByBrowser((target) => `${vendorOf(target)}#again`),
  },
  {
    id: 'style-linked',
    name: 'a link element asks for a style at the store',
    isNeighbor: true,
    strike: ({ put, release }) => put(`${release.path}harbour.css`, ':root { --harbour: closed; }'),
    async ends(scene) {
      await goodReleaseRuns(scene);
      const { page, target } = scene.fixture;
      const address = `${page.remoteUrl}${target.release.path}harbour.css`;
      expect(await linkStyle(scene.session, address)).toEqual({ event: 'error', isForged: false });
    },
  },
];

function findVendor({ files }: Manifest): string | undefined {
  return files.find(({ path }) => path.startsWith('vendor-'))?.path;
}

function vendorOf({ release: { path, manifest } }: Target): string {
  return `${path}${findVendor(manifest)}`;
}
