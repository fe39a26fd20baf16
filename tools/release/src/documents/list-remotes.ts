import { CommandError } from '../command-error.ts';
import type { Store } from '../store/store.ts';

/** The remotes that have a root or a live document in a store. */
export async function listRemotes(store: Store): Promise<readonly string[]> {
  const entries = await store.list('');
  const found = entries.flatMap(
    ({ path }) => /^([a-z][a-z0-9-]*)\/(?:live|root\/1)\.json$/.exec(path)?.[1] ?? [],
  );
  return [...new Set(found)].sort();
}

/** Refuses a remote that a store does not have, which is often a slip of the pen. Rejects with `command/no-root`. */
export async function assertThere(store: Store, remotes: readonly string[]): Promise<void> {
  if (remotes.length === 0) return;
  const there = await listRemotes(store);
  const absent = remotes.find((remote) => !there.includes(remote));
  if (absent !== undefined) throw toNoRoot(store, absent, there);
}

/** The refusal of a remote that has no root; `there` are those that a store has. */
export function toNoRoot(
  { address }: Store,
  remote: string,
  there: readonly string[],
): CommandError<'command/no-root'> {
  return new CommandError('command/no-root', {
    store: address,
    remote,
    there: there.join(', ') || 'none',
  });
}
