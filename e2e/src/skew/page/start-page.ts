import { type Network, type Readable, toFailure } from '@linkspan/contract';
import { showCard } from './card.ts';
import type { Edition } from './edition.ts';
import { openFamily } from './family.ts';
import { startFederation } from './federation.ts';
import { installImportMap } from './import-map.ts';
import { loadRelease, type Release } from './load-release.ts';
import { openRemote } from './open-remote.ts';

/** A family of the page's configuration. */
export interface PageFamily {
  readonly id: string;
  readonly title: string;
  readonly networks: readonly [Network, ...Network[]];
  readonly remote: { readonly name: string; readonly url: string; readonly options?: unknown };
}

/** The views of all families, as far as every version of the contract has them. */
export interface PageView {
  readonly families: readonly string[];
  family(id: string): Readonly<Record<string, Readable<unknown>>>;
}

/**
 * Brings a minimal page up, as the contract has it: documents, choice and refusal, one import map, then the remotes.
 * Its body is marked as ready when each card says what became of its remote.
 */
export async function startPage(edition: Edition): Promise<void> {
  const configured: readonly PageFamily[] = JSON.parse(
    document.getElementById('families')?.textContent ?? '[]',
  );
  const places = configured.map((config) => {
    const family = openFamily(edition);
    return { config, family, card: showCard(config, family.view) };
  });
  const views = new Map(places.map(({ config, family }) => [config.id, family.view]));
  const view: PageView = {
    families: [...views.keys()],
    family: (id) => views.get(id) ?? {},
  };
  const chosen = new Map<(typeof places)[number], Release>();
  const refuse = (place: (typeof places)[number]) => (error: unknown) =>
    place.card.fail(toFailure(error, { code: 'remote/failed', context: {} }));
  await Promise.all(
    places.map((place) =>
      loadRelease(place.config.remote, edition.contract).then(
        (release) => void chosen.set(place, release),
        refuse(place),
      ),
    ),
  );
  installImportMap([...chosen.values()]);
  const federation = startFederation();
  const practice = '/practice/wallets.js';
  const { announce } = await import(/* @vite-ignore */ practice);
  announce({ networks: Object.fromEntries(configured.map(({ id, networks }) => [id, networks])) });
  const opening = [...chosen].map(([place, release]) =>
    openRemote({ ...place, edition, view, federation, release }).catch(refuse(place)),
  );
  await Promise.all(opening);
  document.body.dataset.ready = 'yes';
}
