import { readdir, realpath, rm, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { Refusal } from '../errors.ts';

/** What would be settings of an installation, or packages beside those of the lockfile. */
const removed = new Set(['.npmrc', 'node_modules']);

/**
 * Makes a checked-out commit one that no program leaves by accident: removes each `.npmrc` and `node_modules`, in whatever
 * case and of whatever kind, and refuses links to anything but a file of the commit. Follows no link itself. Returns the
 * real path of the tree. Throws `command/commit-link`.
 */
export async function cleanTree(tree: string): Promise<string> {
  const top = await realpath(tree);
  // A link may lead to what is removed.
  for (const link of await removeAndListLinks(top)) {
    const target = await realpath(link).catch(() => undefined);
    if (target !== undefined && isWithin(top, target) && (await stat(target)).isFile()) continue;
    throw new Refusal(
      'command/commit-link',
      `The commit has a link, ${relative(top, link)}, that leads to no file of the commit, so the release was not built again, and nothing was signed. Commit what it leads to in its place; --no-rebuild signs all the same.`,
    );
  }
  return top;
}

async function removeAndListLinks(folder: string): Promise<readonly string[]> {
  const links: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (removed.has(entry.name.toLowerCase())) await rm(path, { recursive: true, force: true });
    else if (entry.isSymbolicLink()) links.push(path);
    else if (entry.isDirectory()) links.push(...(await removeAndListLinks(path)));
  }
  return links;
}

/** Whether a path is a folder or below it, by its words alone. */
export function isWithin(folder: string, path: string): boolean {
  return `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`);
}
