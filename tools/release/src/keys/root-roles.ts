import { resolve } from 'node:path';
import { type Key, type KeyId, type Keys, keyidOf, type Role, type Root } from '@linkspan/trust';
import { UsageError } from '../errors.ts';
import type { Args, Options } from '../verb.ts';
import { readPublicKeyFile } from './key-files.ts';

/** The options that say whose keys count, and how many of them are needed. */
export const roleOptions: Options = {
  root: { value: 'FILE', isMany: true, text: 'public key file of a person who may sign roots' },
  release: { value: 'FILE', isMany: true, text: 'public key file of someone who may sign releases' },
  live: { value: 'FILE', isMany: true, text: 'public key file of a machine that signs live documents' },
  'root-threshold': { value: 'N', text: 'signatures that a root needs; else what it was, or 1' },
  'release-threshold': { value: 'N', text: 'signatures that a release needs; else what it was, or 1' },
  persons: { value: 'N', text: 'how many of these by people; else what it was, or 1' },
};

/** The keys and roles that are asked for; what is not asked for stays as it was. Throws `UsageError`. */
export async function toRoles(
  args: Args,
  folder: string,
  before?: Pick<Root, 'keys' | 'roles'>,
): Promise<Pick<Root, 'keys' | 'roles'>> {
  const read = (role: 'root' | 'release' | 'live') => readRole(args, folder, role, before);
  const [root, release, live] = [await read('root'), await read('release'), await read('live')];
  return {
    keys: { ...root.keys, ...release.keys, ...live.keys },
    roles: {
      root: toRole(root.keyids, args.whole('root-threshold') ?? before?.roles.root.threshold),
      release: {
        ...toRole(release.keyids, args.whole('release-threshold') ?? before?.roles.release.threshold),
        persons: args.whole('persons') ?? before?.roles.release.persons ?? 1,
      },
      live: toRole(live.keyids, before?.roles.live.threshold),
    },
  };
}

async function readRole(
  args: Args,
  folder: string,
  role: 'root' | 'release' | 'live',
  before: Pick<Root, 'keys' | 'roles'> | undefined,
): Promise<{ readonly keyids: readonly KeyId[]; readonly keys: Keys }> {
  const files = args.all(role);
  const entries = files.length > 0 ? await readKeys(files, folder) : keysOf(role, before);
  return { keyids: entries.map(([keyid]) => keyid), keys: Object.fromEntries(entries) };
}

function readKeys(files: readonly string[], folder: string): Promise<(readonly [KeyId, Key])[]> {
  return Promise.all(
    files.map(async (file) => {
      const key = await readPublicKeyFile(resolve(folder, file));
      return [await keyidOf(key.public), key] as const;
    }),
  );
}

function keysOf(
  role: 'root' | 'release' | 'live',
  before: Pick<Root, 'keys' | 'roles'> | undefined,
): (readonly [KeyId, Key])[] {
  if (before === undefined) throw new UsageError(`--${role} FILE is missing: whose keys count for this?`);
  return before.roles[role].keyids.flatMap((keyid) => {
    const key = before.keys[keyid];
    return key === undefined ? [] : [[keyid, key] as const];
  });
}

function toRole([first, ...rest]: readonly KeyId[], threshold = 1): Role {
  if (first === undefined) throw new UsageError('A role needs at least one key.');
  return { keyids: [first, ...rest], threshold };
}
