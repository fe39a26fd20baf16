import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { KeyId, Root } from '@linkspan/trust';
import { readDraft } from '../documents/draft.ts';
import { rootsFolder } from '../documents/root.ts';
import { toTable } from '../output.ts';
import type { Context, Outcome } from '../verb.ts';
import { listKeyFiles } from './key-files.ts';

/** The roles that a key has in a root. */
interface Use {
  readonly root: Root;
  readonly roles: readonly RoleName[];
}

type RoleName = keyof Root['roles'];

const roleNames: readonly RoleName[] = ['root', 'release', 'live'];

/** The newest root of each remote that is on this machine, signed or not, by their remotes. */
async function listNewestRoots(folder: string): Promise<readonly Root[]> {
  const names = await readdir(resolve(folder, rootsFolder)).catch((): string[] => []);
  const drafts = await Promise.all(
    names
      .filter((name) => /-\d+\.json$/.test(name))
      .sort()
      // What else lies there is not ours.
      .map((name) => readDraft(resolve(folder, rootsFolder, name)).catch(() => undefined)),
  );
  const newest = new Map<string, Root>();
  for (const draft of drafts)
    if (draft?.kind === 'root' && draft.value.version > (newest.get(draft.value.remote)?.version ?? 0))
      newest.set(draft.value.remote, draft.value);
  return [...newest.values()];
}

/** The roots that name a key, each with the roles that the key has in it. */
function listUses(roots: readonly Root[], keyid: KeyId): readonly Use[] {
  return roots
    .map((root) => ({ root, roles: roleNames.filter((name) => root.roles[name].keyids.includes(keyid)) }))
    .filter(({ roles }) => roles.length > 0);
}

/** Tells which keys are in a folder, and which roots of this machine use them. Throws `command/key-malformed`. */
export async function describeKeys(folder: string, context: Context): Promise<Outcome> {
  const roots = await listNewestRoots(context.folder);
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
