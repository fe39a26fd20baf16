import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { writeWhole } from '../files.ts';
import { pinNpmLockfile } from './npm-lockfile.ts';
import { type Lockfile, toUnpinned } from './pinned.ts';
import { pinPnpmLockfile } from './pnpm-lockfile.ts';

/**
 * Refuses the lockfile of a commit unless it pins each package, then writes it as it was understood: the package manager
 * reads nothing else into it. Throws `command/unpinned`.
 */
export async function pinLockfile(
  { folder, byNpm }: { readonly folder: string; readonly byNpm: boolean },
  { tree, registries }: Pick<Lockfile, 'tree' | 'registries'>,
): Promise<void> {
  const file = join(folder, byNpm ? 'package-lock.json' : 'pnpm-lock.yaml');
  const lockfile = { name: relative(tree, file), folder, tree, registries };
  const stronger = (await readdir(folder)).find((name) => name.toLowerCase() === 'npm-shrinkwrap.json');
  if (stronger !== undefined)
    throw toUnpinned(lockfile, `npm would follow ${stronger} beside it. Remove one of them`);
  const text = await readFile(file, 'utf8');
  const content = byNpm ? pinNpmLockfile(lockfile, text) : pinPnpmLockfile(lockfile, text);
  // JSON is YAML.
  await writeWhole(file, JSON.stringify(content, null, 2));
}
