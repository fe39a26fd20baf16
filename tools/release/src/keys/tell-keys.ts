import type { Means } from '../means.ts';
import { toTable } from '../table.ts';
import type { Outcome } from '../verb.ts';
import { listKeyFiles } from './list-key-files.ts';
import { listNewestRoots, listUses } from './list-uses.ts';

/** Tells which keys are in a folder, and which roots of this machine use them. Throws `command/key-malformed`. */
export async function tellKeys(folder: string, means: Means): Promise<Outcome> {
  const roots = await listNewestRoots(means.folder);
  const found = (await listKeyFiles(folder)).map((key) => ({
    ...key,
    roots: listUses(roots, key.keyid).map(({ root: { remote, version }, roles }) => ({
      remote,
      version,
      roles,
    })),
  }));
  const rows = found.map(({ name, kind, keyid, canSign, roots: uses }) => {
    const named = uses.map(({ remote, version, roles }) => `${remote} ${version} (${roles.join(', ')})`);
    return [name, kind, canSign ? 'yes' : 'no', keyid.slice(0, 12), named.join('; ') || 'none here'];
  });
  return {
    lines:
      rows.length > 0
        ? toTable(['name', 'kind', 'can sign', 'keyid', 'in the roots'], rows)
        : [`There is no key in ${folder}. Make one with “npm run release -- keys make NAME --kind person”.`],
    facts: { keys: found },
  };
}
