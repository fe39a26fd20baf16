import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rehearse, remotes, storeOf } from '../../../tasks/rehearse.mjs';

/** The folder of each remote in a store: its documents and its releases. */
export type StoreFolders = Readonly<Record<(typeof remotes)[number], string>>;

/** A store in which each remote has one release, which is live. */
export interface Releases {
  readonly stores: StoreFolders;
  /** The version that the next release of each remote has. */
  readonly next: Readonly<Record<string, string>>;
}

/** Brings what the remotes have built, signed by keys of its own, into a new store below a folder. */
export async function releaseRemotes(folder: string): Promise<Releases> {
  await rm(folder, { recursive: true, force: true });
  const { next } = await rehearse(folder);
  const store = storeOf(folder);
  const stores = Object.fromEntries(remotes.map((remote) => [remote, join(store, remote)])) as StoreFolders;
  return { stores, next };
}
