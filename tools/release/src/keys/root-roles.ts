import { resolve } from 'node:path';
import { type Key, type KeyId, keyidOf, type Role, type Root } from '@linkspan/trust';
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

type Roles = Pick<Root, 'keys' | 'roles'>;

/** The keys and roles that are asked for; what is not asked for stays as it was. Throws `UsageError`. */
export async function toRoles(args: Args, folder: string, before?: Roles): Promise<Roles> {
  const keys: Record<KeyId, Key> = {};
  const readRole = async (name: keyof Root['roles'], threshold = before?.roles[name].threshold ?? 1) => {
    const files = args.all(name);
    if (files.length === 0 && before === undefined)
      throw new UsageError(`--${name} FILE is missing: whose keys count for this?`);
    const named = files.map((file) => readPublicKeyFile(resolve(folder, file)));
    const kept = before?.roles[name].keyids.flatMap((keyid) => before.keys[keyid] ?? []) ?? [];
    const keyids: KeyId[] = [];
    for (const key of files.length > 0 ? await Promise.all(named) : kept) {
      const keyid = await keyidOf(key.public);
      keyids.push(keyid);
      keys[keyid] = key;
    }
    return { keyids, threshold } as unknown as Role;
  };
  const root = await readRole('root', args.whole('root-threshold'));
  const release = await readRole('release', args.whole('release-threshold'));
  const live = await readRole('live');
  const persons = args.whole('persons') ?? before?.roles.release.persons ?? 1;
  return { keys, roles: { root, release: { ...release, persons }, live } };
}
