import { resolve } from 'node:path';
import { createKeyPair } from '@linkspan/trust/sign';
import { UsageError } from '../errors.ts';
import { keyEnding, listKeyFiles, publicEnding, toKeysFolder, writeKeyFiles } from '../keys/key-files.ts';
import { command, toTable } from '../output.ts';
import type { Args, Context, Options, Verb, VerbGroup } from '../verb.ts';

const folderOption: Options = {
  folder: {
    value: 'FOLDER',
    text: 'where the key files are; else linkspan/keys in XDG_CONFIG_HOME, or in ~/.config',
  },
};

function toFolder(args: Args, context: Context): string {
  const named = args.one('folder');
  return named === undefined ? toKeysFolder(context.env) : resolve(context.folder, named);
}

/** Makes a key. */
export const makeKey: Verb = {
  name: 'make',
  summary: 'makes a key, in a file for itself and a public one',
  words: '<NAME>',
  options: {
    kind: {
      value: 'KIND',
      text: 'person: held by one person; online: held by a machine that runs by itself',
    },
    ...folderOption,
  },
  async run(args, context) {
    const name = args.word(0, 'NAME');
    if (!/^[\w@-][\w@.-]{0,63}$/.test(name))
      throw new UsageError(`A key’s name has letters, digits and . _ - @, and “${name}” is none.`);
    const kind = args.one('kind');
    if (kind !== 'person' && kind !== 'online') throw new UsageError('--kind should be person or online.');
    const pair = await createKeyPair(kind);
    const base = resolve(toFolder(args, context), name);
    await writeKeyFiles(base, pair, context.env);
    return {
      lines: [
        `Made the ${kind} key ${name}: ${pair.keyid}`,
        `  ${base}${keyEnding}   keep it secret; only you can read it`,
        `  ${base}${publicEnding}   give it to whoever makes the root, or the host team’s keys`,
      ],
      facts: { name, kind, keyid: pair.keyid, file: base + keyEnding, public: base + publicEnding },
    };
  },
};

const list: Verb = {
  name: 'list',
  summary: 'lists the keys that are here, by the names that status tells',
  options: folderOption,
  async run(args, context) {
    const folder = toFolder(args, context);
    const keys = await listKeyFiles(folder);
    const rows = keys.map(({ name, kind, keyid, canSign }) => [
      ...[name, kind, canSign ? 'yes' : 'no'],
      keyid.slice(0, 12),
    ]);
    return {
      lines:
        rows.length > 0
          ? toTable(['name', 'kind', 'can sign', 'keyid'], rows)
          : [`There is no key in ${folder}. Make one with “${command} keys make NAME --kind person”.`],
      facts: { keys },
    };
  },
};

/** Makes and lists keys. */
export const keys: VerbGroup = {
  name: 'keys',
  summary: 'makes a key of a person or a machine, and lists those that are here',
  verbs: [makeKey, list],
};
