import { assets, unlisted } from './assets.ts';
import type { Attack } from './attack.ts';
import { injectedMarkup } from './on-page.ts';

const altered = { by: 'notice', code: 'loader/altered' } as const;

/** Files that no import brings: styles, workers, WebAssembly, JSON. The victim's connector asks the page for them. */
export const attacksOnAssets: readonly Attack[] = [
  toAltered('style', 'a style is altered'),
  toAltered('worker', 'a worker is altered'),
  toAltered('wasm', 'a WebAssembly module is altered'),
  toAltered('json', 'a JSON file is altered'),
  {
    id: 'asset-unlisted',
    name: 'the page is asked for a file that no release lists',
    asks: 'unlisted',
    strike: ({ put, release }) => put(`${release.path}${unlisted.path}`, unlisted.forged),
    ends: { by: 'notice', code: 'loader/unlisted' },
  },
  {
    id: 'style-linked',
    name: 'a link element asks for an altered style at the store',
    asks: 'listed',
    strike: ({ put, release }) => put(`${release.path}${assets.style.path}`, assets.style.forged),
    ends: {
      by: 'link',
      address: ({ release }, page) => `${page.remoteUrl}${release.path}${assets.style.path}`,
    },
  },
  {
    id: 'style-linked-own-origin',
    name: 'a link element asks for a foreign style by an address of the page’s own origin',
    strike: (_, page) => page.put('routed/harbour.css', assets.style.forged),
    ends: { by: 'link', address: (_, page) => `${page.url}routed/harbour.css` },
  },
  // Where workers are allowed, a page must still make none of what nobody looked at.
  {
    ...injectedMarkup,
    id: `${injectedMarkup.id}-where-workers-are-allowed`,
    name: `${injectedMarkup.name}; the page allows its remote workers and WebAssembly`,
    asks: 'listed',
  },
];

function toAltered(kind: keyof typeof assets, name: string): Attack {
  const { path, forged } = assets[kind];
  return {
    id: `${kind}-altered`,
    name,
    asks: 'listed',
    strike: ({ put, release }) => put(`${release.path}${path}`, forged),
    ends: altered,
  };
}
