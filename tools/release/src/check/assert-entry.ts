import { isModule, readModule } from '../build/read-module.ts';
import { CommandError } from '../command-error.ts';
import type { BuiltRelease } from './built-release.ts';
import { listReached } from './list-reached.ts';

/**
 * The entry is a federation's remote entry, and what is preloaded is what mounting needs: the entry with all that it
 * imports at once, and files that it leads to.
 * Throws `command/missing-export`, `command/not-preloaded`, `command/needless-preload`, `command/no-module`.
 */
export async function assertEntry({ manifest, contents }: BuiltRelease): Promise<void> {
  const { entry, preload } = manifest;
  const { exports } = await readModule(entry, contents.get(entry) ?? new Uint8Array());
  const name = ['get', 'init'].find((one) => !exports.includes(one));
  if (name !== undefined) throw new CommandError('command/missing-export', { file: entry, name });

  // With the files that were chosen to be preloaded, what those import at once is needed too.
  const needed = await listReached(contents, [entry, ...preload.filter(isModule)], 'at once');
  const missing = needed.find((file) => !preload.includes(file));
  if (missing !== undefined) throw new CommandError('command/not-preloaded', { file: missing });

  const reached = await listReached(contents, [entry], 'all');
  const needless = preload.find((file) => !reached.includes(file));
  if (needless !== undefined) throw new CommandError('command/needless-preload', { file: needless, entry });
}
