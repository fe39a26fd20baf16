import { assets } from './assets.ts';
import type { Attack } from './attack.ts';

/** Files that no import brings. The victim's connector asks the page for them. */
export const attacksOnAssets: readonly Attack[] = [
  {
    id: 'worker-altered',
    name: 'a worker is altered',
    asks: 'listed',
    strike: ({ put, release }) => put(`${release.path}${assets.worker.path}`, assets.worker.forged),
    ends: { by: 'notice', code: 'loader/altered' },
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
];
