import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { locatePackage } from './locate-package.ts';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * The installed packages that a remote depends on, and those that they depend on, as `name@version`, sorted; packages of
 * the workspace are followed and not named. What a file takes from elsewhere is not seen, such as from a package that is
 * there for development alone.
 */
export async function listDependencies(folder: string): Promise<readonly string[]> {
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = async (at: string): Promise<void> => {
    if (seen.has(at)) return;
    seen.add(at);
    const {
      name,
      version,
      dependencies = {},
    }: Package = JSON.parse(await readFile(join(at, 'package.json'), 'utf8'));
    if (at.split(sep).includes('node_modules')) found.add(`${name}@${version}`);
    for (const one of Object.keys(dependencies)) {
      const next = await locatePackage(one, at);
      if (next !== undefined) await visit(next);
    }
  };
  await visit(await realpath(folder));
  return [...found].sort();
}
