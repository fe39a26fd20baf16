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
    id: 'entry-altered-without-headers',
    name: 'the entry is altered, and the page’s server sends none of the headers, as some static hosts do',
    strike({ alter }, { headers }) {
      for (const name of Object.keys(headers)) delete headers[name];
      return alter(({ entry }) => entry);
    },
    ends: connected,
  },
  {
    id: 'chunk-of-chunk-altered',
    name: 'a chunk of a chunk is altered',
    strike: ({ alter }) => alter(startingWith('vendor-')),
    ends: connected,
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
    id: 'file-with-fragment',
    name: 'an altered file is asked for with a fragment',
    strike: ({ alter }) => alter(startingWith('vendor-')),
    ends: {
      by: 'browser',
      address: ({ release: { path, manifest } }) => `${path}${startingWith('vendor-')(manifest)}#again`,
    },
  },
  {
    id: 'style-linked',
    name: 'a link element asks for a style at the store',
    strike: ({ put, release }) => put(`${release.path}harbour.css`, ':root { --harbour: closed; }'),
    ends: { by: 'link', address: ({ release }, page) => `${page.remoteUrl}${release.path}harbour.css` },
  },
];

function startingWith(name: string) {
  return ({ files }: Manifest) => files.find(({ path }) => path.startsWith(name))?.path;
}
