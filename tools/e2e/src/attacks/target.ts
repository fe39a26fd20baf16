import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root as house } from '@linkspan/stack/root';
import {
  type Envelope,
  type LivePayload,
  type Manifest,
  parseUnsignedRelease,
  type Root,
  unsignedReleaseName,
} from '@linkspan/trust';
import { type Changes, createRepository, type Repository, soundManifest } from '@linkspan/trust/testing';
import { listFiles } from '../place/list-files.ts';

/** The name of the mark that a script of the attacker leaves on a page where it runs. */
export const marker = 'attacked';

/** What leaves it. */
export const mark = `\n;globalThis.${marker} = true;\n`;

/** The id of a release: the SHA-256 of its manifest's payload, in hexadecimal. */
export function idOf({ payload }: Envelope): string {
  return createHash('sha256').update(payload).digest('hex');
}

/** A release of the target: its files are in the store, and nothing is signed until it is told by whom. */
export interface TargetRelease {
  /** Relative to the remote's address. */
  readonly path: string;
  /** True to the files. */
  readonly manifest: Manifest;
}

/** A remote with a store of its own, whose team really signs: whoever attacks it writes over that store. */
export interface Target {
  readonly remote: string;
  /** The remote's folder of the store. */
  readonly folder: string;
  readonly team: Repository;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What the team has live: version 5 of its live document. */
  readonly release: TargetRelease;
  /** A release before it, properly signed then. Its scripts leave the mark, as a hole that was found since would. */
  readonly former: TargetRelease;
  /** What the attacker wants to run. Its scripts leave the mark; nobody of the team has signed it. */
  readonly forged: TargetRelease;
  /** A manifest's envelope, signed as the team does, unless changed or signed otherwise. */
  signManifest(release: TargetRelease, ...how: Parameters<Repository['signManifest']>): Promise<Envelope>;
  /** Puts a live document with one release into the store, signed by the team's online key unless told otherwise. */
  goLive(release: TargetRelease, how?: HowLive): Promise<void>;
  /** Writes a file of the remote over whatever is there. */
  put(path: string, bytes: Uint8Array | string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Adds to a file of the live release what leaves the mark, and nothing else. */
  alter(choose: (manifest: Manifest) => string | undefined): Promise<void>;
}

/** What a target has beside the usual. */
export interface TargetOptions {
  /** Of its root. */
  root?(target: Target): Promise<Changes<Root>>;
}

/** How a live document differs from what the team would sign. */
export interface HowLive {
  readonly manifest?: Envelope;
  readonly changes?: Changes<LivePayload>;
  readonly signers?: readonly Signer[];
}

/** Whose key signs. */
export type Signer = Repository['online'];

/** Makes a remote's store below a folder. */
export async function createTarget(
  store: string,
  remote: string,
  { root: toRoot = async () => ({}) }: TargetOptions = {},
): Promise<Target> {
  const now = Date.now();
  const folder = join(store, remote);
  const team = await createRepository(remote, now);
  const put: Target['put'] = async (path, bytes) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  };
  const release = await writeRelease(folder, { remote, version: '1.0.0', sequence: 3, now });
  const target: Target = {
    remote,
    folder,
    team,
    now,
    release,
    former: await writeRelease(folder, { remote, version: '0.9.0', sequence: 2, now, marked: true }),
    forged: await writeRelease(folder, { remote, version: '6.6.6', sequence: 9, now, marked: true }),
    signManifest: ({ manifest }, changes, signers) => team.signManifest({ ...manifest, ...changes }, signers),
    async goLive({ path, manifest }, how = {}) {
      const envelope = how.manifest ?? (await team.signManifest({ ...manifest }));
      const releases = [{ share: 100, path, manifest: envelope }];
      await put('live.json', await team.signLive({ version: 5, releases, ...how.changes }, how.signers));
    },
    put,
    remove: (path) => rm(join(folder, path)),
    alter: (choose) => appendFile(join(folder, release.path, choose(release.manifest) ?? ''), mark),
  };
  const root = await team.signRoot({ version: 1, ...(await toRoot(target)) });
  for (const path of ['root/1.json', 'root.json']) await put(path, root);
  await target.goLive(release);
  return target;
}

interface Wanted extends Pick<Manifest, 'remote' | 'version' | 'sequence'> {
  readonly now: number;
  readonly marked?: boolean;
}

/** Copies a remote's build as one of its releases, in which every script leaves the mark where that is wanted. */
async function writeRelease(
  folder: string,
  { remote, version, sequence, now, marked = false }: Wanted,
): Promise<TargetRelease> {
  const dist = join(house, remote, 'dist');
  const description = await readFile(join(dist, unsignedReleaseName), 'utf8');
  const built = parseUnsignedRelease(JSON.parse(description), remote).release;
  const path = `releases/${version}/`;
  await cp(join(dist, built.path), join(folder, path), { recursive: true });
  const { contract, shared, discovery, entry, preload } = built.manifest;
  if (marked) for (const file of built.manifest.files) await appendFile(join(folder, path, file.path), mark);
  const files = await listFiles(join(folder, path));
  const facts = { contract, shared, discovery, entry, preload, files, version, sequence };
  return { path, manifest: { ...soundManifest(remote, now), ...facts } };
}
