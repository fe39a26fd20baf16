import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { practiceConfig } from '@linkspan/practice/config';
import { buildAll } from '@linkspan/stack/build';
import { root } from '@linkspan/stack/root';
import { deploySite } from '@linkspan/stack/site';
import { afterAll, beforeAll } from 'vitest';
import { evm, near, solana } from '../page/families.ts';
import { openRemoteServer } from '../place/remote-server.ts';
import { addresses } from '../place/stack.ts';
import { type HostPage, openHostPage } from './host-page.ts';
import { createTarget, idOf, type Target, type TargetOptions } from './target.ts';

/** What all attacks have in common: the two remotes that nobody attacks, each from its own origin. */
export interface SharedFixture {
  /** Where each attack makes its own folder. */
  readonly folder: string;
  readonly others: readonly Other[];
}

/** A remote that must go on whatever happens to its neighbor. */
export interface Other {
  readonly remote: string;
  /** Its folder of the store. */
  readonly folder: string;
  /** Of its server, without a slash at its end. */
  readonly url: string;
}

/** What the tests of a file share, for when they run. Before them, what has changed is built; it is removed after them. */
export function useSharedFixture(): () => SharedFixture {
  let shared: { readonly folder: string; readonly others: readonly (Other & AsyncDisposable)[] };

  beforeAll(async () => {
    await buildAll();
    await mkdir(join(root, '.linkspan'), { recursive: true });
    const folder = await mkdtemp(join(root, '.linkspan', 'attacks-'));
    const others = [solana, near].map(async ({ remote }) => {
      const { folder: own } = await createTarget(join(folder, 'others'), remote);
      return { remote, folder: own, ...(await openRemoteServer(own)) };
    });
    shared = { folder, others: await Promise.all(others) };
  });

  afterAll(async () => {
    for (const other of shared.others) await other[Symbol.asyncDispose]();
    await rm(shared.folder, { recursive: true, force: true });
  });

  return () => shared;
}

/** Where one attack is made: a page of its own, and the target's server. */
export interface Fixture extends AsyncDisposable {
  /** The page's address. */
  readonly url: string;
  readonly target: Target;
  readonly page: HostPage;
}

/** What differs from a first visit to a page that knows the target's root alone. */
export interface FixtureOptions extends TargetOptions {
  /**
   * What the page knows beside the root: `deployed`, the live document at the time of its deploy; `visited`, what an
   * earlier visit has kept; `blocklist`, the host team's list at the time of its deploy, which blocks the former release.
   */
  readonly knows?: 'deployed' | 'visited' | 'blocklist';
}

/** Deploys a page that trusts the target's team, and serves it and the target's store. Nothing is altered yet. */
export async function openFixture(
  shared: SharedFixture,
  name: string,
  options: FixtureOptions = {},
): Promise<Fixture> {
  const folder = join(shared.folder, name);
  const target = await createTarget(folder, evm.remote, options);
  const server = await openRemoteServer(target.folder);
  if (options.knows === 'blocklist') await writeBlocklist(join(folder, 'site'), target);
  const live = options.knows === 'deployed' && { live: join(target.folder, 'live.json') };
  const site = await deployAttacked(shared, name, { remote: evm.remote, url: `${server.url}/`, ...live });
  // What the page knows is the version; a copy that serves would hide what is refused.
  await rm(join(site, 'documents', `${target.remote}.json`), { force: true });
  const page = await openHostPage(site, `${server.url}/`);
  return {
    url: page.url,
    target,
    page,
    async [Symbol.asyncDispose]() {
      await page[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      // A hundred of them would be a hundred sites.
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Deploys a page whose remotes are the shared ones and the target, whose store is in a folder of this name. Every remote
 * begins with its root, the others with a live document too. Frames of the first of the others are allowed, so that no
 * attack fails only because a page without such wallets allows none. Returns the site's folder.
 */
export async function deployAttacked(
  { folder, others }: SharedFixture,
  name: string,
  { remote: attacked, ...own }: { readonly remote: string; readonly url: string; readonly live?: string },
): Promise<string> {
  const { families, ...config } = practiceConfig(addresses);
  const configured = families.map(({ remote, ...family }) => {
    const other = others.find((one) => one.remote === remote.name);
    const documents = other
      ? { url: `${other.url}/`, ...documentsOf(other.folder) }
      : { ...own, root: documentsOf(join(folder, name, attacked)).root };
    return { ...family, remote: { ...remote, ...documents } };
  });
  const frames = others.slice(0, 1).map(({ url }) => url);
  const configFile = join(folder, name, 'config.json');
  await writeFile(configFile, JSON.stringify({ ...config, families: configured, frames }));
  return deploySite(join(basename(folder), name, 'site'), { configFile });
}

function documentsOf(folder: string) {
  return { root: join(folder, 'root/1.json'), live: join(folder, 'live.json') };
}

/** The host team's list, which blocks the target's former release: the deploy finds it in the site. */
async function writeBlocklist(site: string, { former, signManifest, remote }: Target): Promise<void> {
  const blocked = [{ remote, manifest: idOf(await signManifest(former)), reason: 'A hole' }];
  await mkdir(site, { recursive: true });
  await writeFile(join(site, 'blocked.json'), JSON.stringify({ version: 2, blocked }));
}
