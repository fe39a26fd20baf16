import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePorts } from '@linkspan/practice/free-ports';
import { type Subject, startChain, toPracticePage } from '@linkspan/release/practice-page';
import { serve, serveSite } from '@linkspan/release/serve';
import { Plain } from '@linkspan/stack/say';
import { type Manifest, manifestFormat, newestRootName, parsePayload, readEnvelope } from '@linkspan/trust';
import { addSignatures } from '@linkspan/trust/sign';
import { createRepository } from '@linkspan/trust/testing';
import { execaNode } from 'execa';
import type { Candidate } from './in-page.ts';

/** Where a release is checked: the real page, in which it is live, beside a chain of its family. */
export interface CheckPlace {
  /** The page's address. */
  readonly url: string;
  readonly candidate: Candidate;
}

/** What opens a place is told where to write, and tells what is being done, and how it is undone. */
export interface Opening {
  /** For all that is served; it is removed at the end. */
  readonly folder: string;
  readonly now: number;
  findSubject(remote: string): Promise<Subject>;
  step(text: string): void;
  opened(undo: () => Promise<unknown>): void;
}

/** Opens a place on free ports for the release in a folder. Throws `Plain` if the page cannot be deployed with it. */
export async function openPlace(release: string, opening: Opening): Promise<CheckPlace> {
  const { folder, now, step, opened, findSubject } = opening;
  opened(() => rm(folder, { recursive: true, force: true }));
  const store = join(folder, 'store');
  const { manifest, path } = await writeLive(store, release, now);
  const subject = await findSubject(manifest.remote);

  step('Starting the chain');
  const chain = await startChain(subject);
  opened(chain.close);
  const [page = 0, origin = 0] = await findFreePorts(2);
  const remoteUrl = `http://localhost:${origin}/`;
  const documents = { root: join(store, 'root/1.json'), live: join(store, 'live.json') };
  const config = toPracticePage(subject, chain, { name: manifest.remote, url: remoteUrl, ...documents });
  step('Deploying the page');
  const site = join(folder, 'site');
  const configFile = join(folder, 'config.json');
  await writeFile(configFile, JSON.stringify(config));
  await deploy(configFile, site);
  await mkdir(join(site, 'practice'));
  await cp(fileURLToPath(subject.wallet), join(site, 'practice/wallets.js'));
  opened((await serveSite(site, { port: page })).close);
  opened((await serve(store, { port: origin, cors: true })).close);
  const addressOf = (file: string) => `${remoteUrl}${path}${file}`;
  return {
    url: `http://localhost:${page}`,
    candidate: {
      family: subject.family.id,
      discovery: addressOf(manifest.discovery),
      entry: addressOf(manifest.entry),
      recipient: subject.recipient,
    },
  };
}

async function deploy(config: string, site: string): Promise<void> {
  const command = createRequire(import.meta.url).resolve('@linkspan/host/deploy');
  await execaNode(command, [config, site]).catch((cause) => {
    // The deploy says what is wrong in a sentence for people.
    throw new Plain(cause.stderr || cause.shortMessage, { cause });
  });
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
    const to = join(store, path, file.path);
    await mkdir(dirname(to), { recursive: true });
    await cp(join(release, file.path), to);
  }
  // By keys that are made for this and kept nowhere.
  const { people, machine, signRoot, signLive } = await createRepository(manifest.remote, now);
  const root = await signRoot({ version: 1, floor: 0 });
  const signed = await addSignatures({ ...built, signatures: [] }, [people[0], machine]);
  await mkdir(join(store, 'root'), { recursive: true });
  for (const name of ['root/1.json', newestRootName]) await writeFile(join(store, name), root);
  const live = await signLive({ releases: [{ share: 100, path, manifest: signed }] });
  await writeFile(join(store, 'live.json'), live);
  return { manifest, path };
}
