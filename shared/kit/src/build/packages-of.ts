import { readFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/**
 * The installed packages that modules come from, as `name@version`, sorted. The ids are those of a build: paths, perhaps
 * with a query; virtual ones and those of the workspace are of no package.
 */
export async function packagesOf(modules: readonly string[]): Promise<readonly string[]> {
  const files = modules.map((id) => id.replace(/^\0|[?#].*$/g, ''));
  const folders = new Set(files.filter((file) => file.split(sep).includes('node_modules')).map(dirname));
  const found = await Promise.all([...folders].map(readPackage));
  return [...new Set(found.flatMap((one) => one ?? []))].sort();
}

/** Not every package.json names a package: some only say how the files beside them are written. */
async function readPackage(folder: string): Promise<string | undefined> {
  if (dirname(folder) === folder) return undefined;
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { name, version }: { name?: string; version?: string } = JSON.parse(text);
  return name && version ? `${name}@${version}` : readPackage(dirname(folder));
}
