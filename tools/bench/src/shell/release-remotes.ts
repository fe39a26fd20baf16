import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { deliverAll, remotes, storeOf, toNextVersion } from '@linkspan/stack/deliver';
import { root } from '@linkspan/stack/root';
import { toNth } from './nth-family.ts';
import { releaseStandIn } from './release-stand-in.ts';

/** Remotes that each have one release, which is live. */
export interface Releases {
  /** The folder of each remote in a store, by its name: its documents and its files. */
  readonly stores: ReadonlyMap<string, string>;
  /** The version that the next release of each remote of the house has. */
  readonly next: Readonly<Record<string, string>>;
}

/**
 * Brings what the remotes have built, signed by keys of its own, into a new store below a folder, and stand-ins into
 * stores of theirs, until so many families can be registered.
 */
export async function releaseRemotes(folder: string, families: number): Promise<Releases> {
  await rm(folder, { recursive: true, force: true });
  const versions = Object.entries(await deliverAll(folder));
  const next = Object.fromEntries(versions.map(([remote, version]) => [remote, toNextVersion(version)]));
  const stores = new Map<string, string>(remotes.map((remote) => [remote, join(storeOf(folder), remote)]));
  for (let at = remotes.length; at < families; at++) {
    const { like: place, remote: name } = toNth(at);
    const like = `${remotes[place]}`;
    const standIn = { name, like, built: join(root, like) };
    stores.set(name, await releaseStandIn(join(folder, 'stand-ins'), standIn));
  }
  return { stores, next };
}
