import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { portVariables, readAddresses } from '@linkspan/practice/addresses';
import { practiceConfig } from '@linkspan/practice/config';
import { findFreePorts } from '@linkspan/practice/free-ports';
import { build, parts } from '@linkspan/stack/build';
import { startChains } from '@linkspan/stack/chains';
import { root } from '@linkspan/stack/root';
import { Plain } from '@linkspan/stack/say';
import { serve } from '@linkspan/stack/serve';
import { deploySite, serveSite } from '@linkspan/stack/site';
import {
  type LivePayload,
  type Manifest,
  manifestFormat,
  newestRootName,
  parsePayload,
  readEnvelope,
} from '@linkspan/trust';
import { addSignatures } from '@linkspan/trust/sign';
import { createRepository } from '@linkspan/trust/testing';
import type { Candidate } from '../conformance/in-page.ts';
import { families } from '../page/families.ts';

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
  const { manifest, path } = await writeLive(store, release, now);
  const family = families.find(({ remote }) => remote === manifest.remote);
  if (family === undefined)
    throw new Plain(`There is no practice wallet for ${manifest.remote}, so its behavior cannot be checked.`);
  for (const { remote } of families)
    if (remote !== manifest.remote) await writeDocuments(store, { remote, now });

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

/** A release in a folder, live for all: its very manifest and files. Returns the manifest and where the files are. */
async function writeLive(
  store: string,
  release: string,
  now: number,
): Promise<{ readonly manifest: Manifest; readonly path: string }> {
  const bytes = new Uint8Array(await readFile(join(release, 'manifest.json')));
  const built = readEnvelope(manifestFormat, bytes, release);
  const manifest = parsePayload(manifestFormat, built.payload, release);
  const path = `releases/${manifest.version}/`;
  for (const file of manifest.files) {
    const to = join(store, manifest.remote, path, file.path);
    await mkdir(dirname(to), { recursive: true });
    await cp(join(release, file.path), to);
  }
  await writeDocuments(store, { remote: manifest.remote, now }, { path, manifest: built });
  return { manifest, path };
}

type Release = LivePayload['releases'][number];

/** The documents of a remote, signed by keys that are made for this and kept nowhere; without a release, nothing is live. */
async function writeDocuments(
  store: string,
  { remote, now }: { readonly remote: string; readonly now: number },
  release?: Pick<Release, 'path' | 'manifest'>,
): Promise<void> {
  const { people, machine, signRoot, signLive } = await createRepository(remote, now);
  const releases = release && {
    share: 100,
    path: release.path,
    manifest: await addSignatures({ ...release.manifest, signatures: [] }, [people[0], machine]),
  };
  const root = await signRoot({ version: 1, floor: 0 });
  await mkdir(join(store, remote, 'root'), { recursive: true });
  for (const path of ['root/1.json', newestRootName]) await writeFile(join(store, remote, path), root);
  await writeFile(join(store, remote, 'live.json'), await signLive({ releases: releases ? [releases] : [] }));
}
