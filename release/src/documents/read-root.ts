import { type Bytes, type Root, verifyFirstRoot, verifyRootChain } from '@linkspan/trust';
import { CommandError } from '../command-error.ts';
import type { Store } from '../store/store.ts';
import { rootPath } from './paths.ts';

/**
 * The newest root of a remote in a store, or undefined where it has none. The first one is believed as it is there;
 * a page believes the one that it carries. Rejects with what `verifyRootChain` rejects with.
 */
export async function findRoot(store: Store, remote: string): Promise<Root | undefined> {
  const envelopes = await readEnvelopes(store, remote);
  const [first, ...rest] = envelopes;
  return first && verifyRootChain(await verifyFirstRoot(first, remote), rest);
}

/** The same, where there must be one. Rejects with `command/no-root` too. */
export async function readRoot(store: Store, remote: string): Promise<Root> {
  const root = await findRoot(store, remote);
  if (root === undefined) throw new CommandError('command/no-root', { store: store.address, remote });
  return root;
}

async function readEnvelopes(store: Store, remote: string): Promise<readonly Bytes[]> {
  const found: Bytes[] = [];
  for (;;) {
    const file = await store.read(rootPath(remote, found.length + 1));
    if (file === undefined) return found;
    found.push(new Uint8Array(file.bytes));
  }
}
