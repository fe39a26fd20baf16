import type { Attack } from './attack.ts';
import { attacksOnFiles } from './on-files.ts';
import { injectedMarkup } from './on-page.ts';

/** The same where the page's server sends none of the headers that its deploy wrote, as some static hosts do. */
export const attacksWithoutHeaders: readonly Attack[] = [...attacksOnFiles, injectedMarkup].map((attack) => ({
  ...attack,
  id: `${attack.id}-without-headers`,
  name: `${attack.name}; the page’s server sends none of the headers`,
  async strike(victim, page) {
    for (const name of Object.keys(page.headers)) delete page.headers[name];
    await attack.strike(victim, page);
  },
}));
