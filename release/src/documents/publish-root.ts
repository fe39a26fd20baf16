import { type Root, verifyFirstRoot, verifyRootChain } from '@linkspan/trust';
import { CommandError } from '../command-error.ts';
import { immutableHeaders } from '../store/headers.ts';
import { probeStore } from '../store/probe-store.ts';
import type { Store } from '../store/store.ts';
import type { Outcome } from '../verb.ts';
import { createOrSame } from './create-or-same.ts';
import { readDraft } from './draft.ts';
import { rootPath } from './paths.ts';
import { findRoot } from './read-root.ts';

/**
 * Publishes a root that enough have signed, as the next after the one in the store. Rejects with what
 * `verifyRootChain` rejects with, and with `command/file-differs` where another was published first.
 */
export async function publishRoot(options: {
  readonly store: Store;
  readonly file: string;
  readonly isDry: boolean;
  /** The root that those of the store must follow from, where one is known. */
  findTrusted(remote: string): Promise<Root | undefined>;
}): Promise<Outcome> {
  const { store, file, isDry, findTrusted } = options;
  const { kind, value, bytes } = await readDraft(file);
  if (kind !== 'root') throw new CommandError('command/no-draft', { file });
  const { remote, version } = value;
  const before = await findRoot(store, remote, await findTrusted(remote));
  if (before === undefined) await verifyFirstRoot(bytes, remote);
  else await verifyRootChain(before, [bytes]);
  const path = rootPath(remote, version);
  if (!isDry) {
    await probeStore(store);
    await createOrSame(store, { path, bytes, headers: immutableHeaders(path) });
  }
  return {
    lines: [
      `Root ${version} of ${remote}${isDry ? ' would be' : ' is'} published in ${store.address}.`,
      ...(version === 1 ? [`Next: npm run release -- build ${remote}`] : []),
    ],
    facts: { remote, version, path, isWritten: !isDry },
  };
}
