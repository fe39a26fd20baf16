import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { portVariables, readAddresses } from '@linkspan/practice/addresses';
import { practiceConfig } from '@linkspan/practice/config';
import { findFreePorts } from '@linkspan/practice/free-ports';
import { build, parts } from '@linkspan/stack/build';
import { startChains } from '@linkspan/stack/chains';
import { root } from '@linkspan/stack/root';
import { Plain } from '@linkspan/stack/say';
import { serve } from '@linkspan/stack/serve';
import { deploySite, serveSite } from '@linkspan/stack/site';
import type { Candidate } from '../conformance/in-page.ts';
import { families } from '../page/families.ts';
import { createStoreSigner } from './sign-store.ts';

/** Where a release is checked: the real host page, in which it alone is live, beside the practice chains. */
export interface CheckPlace {
  /** The page's address. */
  readonly url: string;
  readonly candidate: Candidate;
}

/** What opens a place is told what is being done, and tells how it is undone. */
export interface Opening {
  /** Of the folder below `.linkspan` for all that is served. */
  readonly name: string;
  readonly now: number;
  step(text: string): void;
  opened(undo: () => Promise<unknown>): void;
}

/**
 * Opens a place on free ports for the release in a folder. Throws a sentence where nothing in the house can be the
 * wallet and the chain of its remote.
 */
export async function openPlace(release: string, { name, now, step, opened }: Opening): Promise<CheckPlace> {
  const folder = join(root, '.linkspan', name);
  opened(() => rm(folder, { recursive: true, force: true }));
  const store = join(folder, 'store');
  const signer = await createStoreSigner(store, now);
  const { manifest, path } = await signer.writeLive(release);
  const family = families.find(({ remote }) => remote === manifest.remote);
  if (family === undefined)
    throw new Plain(`There is no practice wallet for ${manifest.remote}, so its behavior cannot be checked.`);
  for (const { remote } of families) if (remote !== manifest.remote) await signer.writeWithdrawn(remote);

  step('Building the page');
  for (const part of parts.filter((one) => ['host', 'tools/practice'].includes(one.name))) await build(part);
  const env = await findFreeEnvironment();
  const addresses = readAddresses(env);
  const configFile = join(folder, 'config.json');
  const documentsOf = (remote: string) => ({
    root: join(store, remote, 'root/1.json'),
    live: join(store, remote, 'live.json'),
  });
  const config = practiceConfig(addresses, documentsOf);
  await writeFile(configFile, JSON.stringify(config));
  const site = await deploySite(join(name, 'site'), { configFile });
  opened((await serveSite(site, { port: addresses.host.port })).close);
  for (const { id, remote } of families)
    opened((await serve(join(store, remote), { port: addresses[id].port, cors: true })).close);

  step('Starting the practice chains');
  opened((await startChains(env)).end);
  const addressOf = (file: string) => `${addresses[family.id].url}/${path}${file}`;
  return {
    url: addresses.host.url,
    candidate: {
      family: family.id,
      discovery: addressOf(manifest.discovery),
      entry: addressOf(manifest.entry),
      recipient: family.accounts.Lantern,
    },
  };
}

async function findFreeEnvironment(): Promise<Record<string, string>> {
  const ports = await findFreePorts(portVariables.length);
  return Object.fromEntries(portVariables.map((name, index) => [name, String(ports[index])]));
}
