import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { LinkspanError } from '@linkspan/contract';
import {
  type Bytes,
  followRoots,
  parsePayload,
  type Root,
  type RootWalk,
  readEnvelope,
  rootFormat,
  verifyFirstRoot,
  verifyRootChain,
} from '@linkspan/trust';
import { Refusal } from '../errors.ts';
import { readNamedFile } from '../files.ts';
import { command } from '../output.ts';
import { type Source, type Store, StoreConflict, type StoredFile, writeOver } from '../store/store.ts';
import { readDraft } from './draft.ts';
import { newestRootPath, rootPath } from './paths.ts';

/** How far the roots of a store lead. */
export type StoredRoots = Pick<RootWalk, 'root' | 'refusal'>;

/**
 * The roots of a remote in a store up to a version, or undefined if it has none. With a trusted one, those of the store
 * must follow from it, as for a page that carries it; else the store's first is trusted as it is there. A bad one ends the
 * way: pages use the last good one. Rejects with what `verifyRootChain` rejects with if the first one is bad, and with
 * `release/older` if the store has older ones alone.
 */
export async function followStoredRoots(
  store: Source,
  remote: string,
  trusted?: Root,
  newest = Number.POSITIVE_INFINITY,
): Promise<StoredRoots | undefined> {
  const from = trusted?.version ?? 1;
  const envelopes = await readEnvelopes(store, remote, from, Math.max(from, newest));
  const [first, ...rest] = envelopes;
  if (first === undefined) {
    const older = trusted === undefined ? [] : await readEnvelopes(store, remote, 1, from - 1);
    if (older.length === 0) return undefined;
    const context = { remote, document: 'root', seen: `${from}`, offered: `${older.length}` };
    throw new LinkspanError('release/older', context);
  }
  if (trusted === undefined) return followRoots(await verifyFirstRoot(first, remote), rest);
  const found = await followRoots(trusted, envelopes);
  if (found.refusal && found.count === 0) throw found.refusal;
  return found;
}

/** The newest good root of a remote in a store, or undefined. Rejects as `followStoredRoots` does. */
export async function findRoot(store: Store, remote: string, trusted?: Root): Promise<Root | undefined> {
  return (await followStoredRoots(store, remote, trusted))?.root;
}

/** The same, where there must be one. Rejects with `command/no-root` too. */
export async function readRoot(store: Store, remote: string, trusted?: Root): Promise<Root> {
  return (await readStoredRoots(store, remote, trusted)).root;
}

/** The roots of a remote in a store up to a version, where there must be one. Rejects with `command/no-root` too. */
export async function readStoredRoots(
  store: Source & Pick<Store, 'list'>,
  remote: string,
  trusted?: Root,
  newest?: number,
): Promise<StoredRoots> {
  const found = await followStoredRoots(store, remote, trusted, newest);
  if (found !== undefined) return found;
  throw toNoRoot(store, remote, await listRemotes(store));
}

async function readEnvelopes(store: Source, remote: string, from: number, to: number) {
  const found: Bytes[] = [];
  for (let version = from; version <= to; version += 1) {
    const file = await store.read(rootPath(remote, version));
    if (file === undefined) break;
    found.push(new Uint8Array(file.bytes));
  }
  return found;
}

/** The remotes that have a root or a live document in a store. */
export async function listRemotes(store: Pick<Store, 'list'>): Promise<readonly string[]> {
  const entries = await store.list('');
  const found = entries.flatMap(
    ({ path }) => /^([a-z][a-z0-9-]{0,63})\/(?:live|root\/1)\.json$/.exec(path)?.[1] ?? [],
  );
  return [...new Set(found)].sort();
}

/** Refuses a remote that a store does not have, which is often a slip of the pen. Rejects with `command/no-root`. */
export async function assertRemotesExist(store: Store, remotes: readonly string[]): Promise<void> {
  if (remotes.length === 0) return;
  const there = await listRemotes(store);
  const absent = remotes.find((remote) => !there.includes(remote));
  if (absent !== undefined) throw toNoRoot(store, absent, there);
}

/** The refusal of a remote that has no root; `there` are those that a store has. */
function toNoRoot({ address }: Source, remote: string, there: readonly string[]): Refusal {
  return new Refusal(
    'command/no-root',
    `${address} has no root of ${remote}. Its remotes: ${there.join(', ') || 'none'}. If the name is right, make one with “${command} root make”, then “${command} root publish”.`,
  );
}

/** Where the roots of the team are on this machine, as `REMOTE-N.json`. */
export const rootsFolder = '.linkspan/roots';

/**
 * The roots of a remote that are on this machine, by their versions: the first that is signed as it demands, and those
 * that follow from it. What is still to be signed, or follows from nothing here, is none of them.
 */
export async function readOwnRoots(folder: string, remote: string): Promise<readonly Root[]> {
  const roots: Root[] = [];
  for (const { file } of (await listRootFiles(folder)).filter((one) => one.remote === remote)) {
    const last = roots.at(-1);
    const read = async () => {
      const bytes = await readNamedFile(file);
      return last === undefined ? verifyFirstRoot(bytes, remote) : verifyRootChain(last, [bytes]);
    };
    const root = await read().catch(() => undefined);
    if (root !== undefined) roots.push(root);
  }
  return roots;
}

/** The newest root of each remote that is on this machine, signed or not. */
export async function listNewestRoots(folder: string): Promise<readonly Root[]> {
  const newest = new Map<string, Root>();
  for (const { file } of await listRootFiles(folder)) {
    // What else lies there is not ours.
    const draft = await readDraft(file).catch(() => undefined);
    if (draft?.kind === 'root' && draft.value.version > (newest.get(draft.value.remote)?.version ?? 0))
      newest.set(draft.value.remote, draft.value);
  }
  return [...newest.values()];
}

/** The files that are called as roots are, by their versions. */
async function listRootFiles(folder: string) {
  const names = await readdir(resolve(folder, rootsFolder)).catch((): string[] => []);
  return names
    .flatMap((name) => {
      const [, remote, version] = /^(.+)-(\d+)\.json$/.exec(name) ?? [];
      return remote ? [{ remote, version: Number(version), file: resolve(folder, rootsFolder, name) }] : [];
    })
    .sort((one, other) => one.version - other.version);
}

/**
 * Puts a copy of a published root where open pages look for newer ones. A copy of a newer one stays. Until then pages learn
 * of a root only from a live document that names it.
 */
export async function announceRoot(store: Store, remote: string, version: number): Promise<void> {
  const path = newestRootPath(remote);
  const now = await store.read(path);
  if (versionOf(now, remote) >= version) return;
  const root = await store.read(rootPath(remote, version));
  if (root === undefined) return;
  try {
    await writeOver(store, path, root.bytes, now);
  } catch (error) {
    if (!(error instanceof StoreConflict)) throw error;
    await announceRoot(store, remote, version);
  }
}

/** The version of the root that pages are told to ask for; 0 if none is told, or what is there is no root. */
export async function readAnnouncedRoot(store: Source, remote: string): Promise<number> {
  return versionOf(await store.read(newestRootPath(remote)), remote);
}

function versionOf(file: Pick<StoredFile, 'bytes'> | undefined, remote: string): number {
  if (file === undefined) return 0;
  try {
    return parsePayload(rootFormat, readEnvelope(rootFormat, file.bytes, remote).payload, remote).version;
  } catch {
    return 0;
  }
}
