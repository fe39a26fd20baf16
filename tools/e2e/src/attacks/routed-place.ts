import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { deploySite } from '@linkspan/stack/site';
import { evm } from '../page/families.ts';
import { configure } from './configure.ts';
import type { Ground } from './ground.ts';
import { type HostPage, openHostPage } from './host-page.ts';
import { type HostileStore, openHostileStore } from './hostile-store.ts';
import { createVictim, type Victim } from './victim.ts';

/** A page that reaches all its remotes by routes of its own origin; the store of one is hostile. */
export interface RoutedPlace extends AsyncDisposable {
  readonly victim: Victim;
  readonly store: HostileStore;
  readonly page: HostPage;
  /** Where the page's origin has the victim's live document and its discovery. */
  readonly routed: { readonly document: string; readonly discovery: string };
}

function routeOf(remote: string): string {
  return `/remotes/${remote}/`;
}

/** Deploys and serves such a page. Nothing is hostile yet. */
export async function openRoutedPlace(ground: Ground, name: string): Promise<RoutedPlace> {
  const folder = join(ground.folder, name);
  const victim = await createVictim(folder, evm.remote);
  const store = await openHostileStore(victim.folder);
  const configFile = join(folder, 'config.json');
  // The page knows nothing of the victim beside its root: a copy that serves would hide what is refused.
  const attacked = { ...victim, url: store.url.slice(0, -1) };
  const config = configure(ground, attacked, ({ remote }) => ({ route: routeOf(remote) }));
  await writeFile(configFile, JSON.stringify(config));
  const site = await deploySite(join(basename(ground.folder), name, 'site'), { configFile });
  const page = await openHostPage(site, store.url);
  const base = `${page.url.slice(0, -1)}${routeOf(victim.remote)}`;
  const { path, manifest } = victim.release;
  return {
    victim,
    store,
    page,
    routed: { document: `${base}live.json`, discovery: `${base}${path}${manifest.discovery}` },
    async [Symbol.asyncDispose]() {
      await page[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
