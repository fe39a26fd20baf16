import { join, resolve } from 'node:path';
import type { Bytes } from '@linkspan/trust';
import { toDraftExists } from '../documents/draft.ts';
import { findRoot, rootsFolder } from '../documents/root.ts';
import { Refusal } from '../errors.ts';
import { readNamedFile } from '../files.ts';
import { hostKeysFile } from '../keys/host-keys.ts';
import { keyEnding, publicEnding, readPublicKeyFile, toKeysFolder } from '../keys/key-files.ts';
import { withWords } from '../options.ts';
import { command } from '../output.ts';
import type { Args, Context } from '../verb.ts';
import { makeKey } from './keys.ts';
import { makeRoot, publishRoot } from './root.ts';
import { seal } from './seal.ts';

/** What one team needs to release alone, once it is made. */
export interface Alone {
  /** The copies of the roots for the page, by their paths. */
  readonly roots: ReadonlyMap<string, Bytes>;
  /** The key files: of the person, and of the machine. */
  readonly keys: readonly [string, string];
  /** The address of the store. */
  readonly store: string;
  readonly lines: readonly string[];
}

/**
 * Makes a person's key and a machine's, a root of each remote that needs both for a release, and the keys of the seal. Keys
 * that are there are used again. Rejects with `command/root-exists`, `command/draft-exists` before
 * anything is made, and with what the verbs reject with.
 */
export async function makeAlone(
  args: Args,
  context: Context,
  { remotes, out }: { readonly remotes: readonly string[]; readonly out: string },
): Promise<Alone> {
  const { env, folder } = context;
  const store = args.one('store') ?? env.LINKSPAN_STORE ?? `file:${join(out, 'store')}`;
  const opened = await context.openStore(store);
  for (const remote of remotes)
    if (await findRoot(opened, remote))
      throw new Refusal(
        'command/root-exists',
        `${store} has a root of ${remote} already, with keys of its own. Choose another --store, or give the page that root without --alone.`,
      );
  const drafts = remotes.map((remote) => resolve(folder, rootsFolder, `${remote}-1.json`));
  const hostKeys = resolve(folder, hostKeysFile);
  for (const file of [...drafts, hostKeys])
    if (await readNamedFile(file).catch(() => undefined)) throw toDraftExists(file);

  const name = args.one('name') ?? 'page';
  const make = async (kind: 'person' | 'online') => {
    const base = join(toKeysFolder(env), `${name}-${kind}`);
    const found = await readPublicKeyFile(base + publicEnding).catch(() => undefined);
    if (found?.kind !== kind)
      await makeKey.run(withWords(args, [`${name}-${kind}`], { kind, folder: [] }), context);
    return { key: base + keyEnding, open: base + publicEnding };
  };
  const person = await make('person');
  const online = await make('online');
  const roots = new Map<string, Bytes>();
  for (const [at, remote] of remotes.entries()) {
    const draft = drafts[at] ?? '';
    const roles = { root: person.open, release: [person.open, online.open], live: online.open };
    const own = { ...roles, 'release-threshold': '2', persons: '1', key: person.key, out: draft };
    await makeRoot.run(withWords(args, [remote], own), context);
    await publishRoot.run(withWords(args, [draft], { store }), context);
    roots.set(`roots/${remote}.json`, await readNamedFile(draft));
  }
  await seal.run(withWords(args, ['keys'], { key: person.open, out: hostKeys, origin: [] }), context);
  return {
    ...{ roots, store, keys: [person.key, online.key] },
    lines: [
      `Keys: ${person.key} and ${online.key}. The roots of ${remotes.join(', ')} are published in ${store}.`,
      'This machine can release alone now: whoever controls it controls what people sign. docs/production.md says how to move the person’s key.',
      `Next: ${command} ship VERSION --remote REMOTE --store ${store} --key ${person.key} --key ${online.key}, for each remote; then ${command} deploy`,
    ],
  };
}
