import { LinkspanError } from '@linkspan/contract';
import { type Bytes, type Root, verifyFirstRoot, verifyRootChain } from '@linkspan/trust';
import type { Store } from '../store/store.ts';
import { listRemotes, toNoRoot } from './list-remotes.ts';
import { rootPath } from './paths.ts';

/**
 * The newest root of a remote in a store, or undefined where it has none. With a trusted one, all of the store's from
 * its version on must follow from it, as for a page that carries it; else the store's first is believed as it is there.
 * Rejects with what `verifyRootChain` rejects with, and with `release/older` where the store has older ones alone.
 */
export async function findRoot(store: Store, remote: string, trusted?: Root): Promise<Root | undefined> {
  const envelopes = await readEnvelopes(store, remote, trusted?.version ?? 1);
  const [first, ...rest] = envelopes;
  if (trusted === undefined) return first && verifyRootChain(await verifyFirstRoot(first, remote), rest);
  if (first === undefined) await assertNone(store, trusted);
  return first && verifyRootChain(trusted, envelopes);
}

/** The same, where there must be one. Rejects with `command/no-root` too. */
export async function readRoot(store: Store, remote: string, trusted?: Root): Promise<Root> {
  const root = await findRoot(store, remote, trusted);
  if (root !== undefined) return root;
  throw toNoRoot(store, remote, await listRemotes(store));
}

async function readEnvelopes(store: Store, remote: string, from: number): Promise<readonly Bytes[]> {
  const found: Bytes[] = [];
  for (;;) {
    const file = await store.read(rootPath(remote, from + found.length));
    if (file === undefined) return found;
    found.push(new Uint8Array(file.bytes));
  }
}

async function assertNone(store: Store, { remote, version }: Root): Promise<void> {
  const older = await readEnvelopes(store, remote, 1);
  if (older.length === 0) return;
  throw new LinkspanError('release/older', {
    remote,
    document: 'root',
    seen: `${version}`,
    offered: `${older.length}`,
  });
}
