import { resolve } from 'node:path';
import { keyidOf } from '@linkspan/trust';
import { createKeyPair } from '@linkspan/trust/sign';
import { UsageError } from '../errors.ts';
import { readNamedFile } from '../files.ts';
import {
  keyEnding,
  listKeyFiles,
  publicEnding,
  toKeysFolder,
  writeKeyFiles,
  writePublicKeyFile,
} from '../keys/key-files.ts';
import { parseDeviceKey } from '../keys/parse-device-key.ts';
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

const kindOption: Options = {
  kind: {
    value: 'KIND',
    text: 'person: held by one person; online: held by a machine that runs by itself',
  },
};

/** The name, the kind and the place of a key that is asked for. Throws `UsageError`. */
function readAsked(args: Args, context: Context) {
  const name = args.word(0, 'NAME');
  if (!/^[\w@-][\w@.-]{0,63}$/.test(name))
    throw new UsageError(`A key’s name has letters, digits and . _ - @, and “${name}” is none.`);
  const kind = args.one('kind');
  if (kind !== 'person' && kind !== 'online') throw new UsageError('--kind should be person or online.');
  return { name, kind, base: resolve(toFolder(args, context), name) } as const;
}

/** Makes a key. */
export const makeKey: Verb = {
  name: 'make',
  summary: 'makes a key, in a file for itself and a public one',
  words: '<NAME>',
  options: { ...kindOption, ...folderOption },
  async run(args, context) {
    const { name, kind, base } = readAsked(args, context);
    const pair = await createKeyPair(kind);
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

const importKey: Verb = {
  name: 'import',
  summary: 'makes the public file of a key that an OpenSSH agent, a hardware token or a key service holds',
  words: '<NAME> <FILE>',
  options: { ...kindOption, ...folderOption },
  async run(args, context) {
    const { name, kind, base } = readAsked(args, context);
    const file = resolve(context.folder, args.word(1, 'FILE'));
    const raw = parseDeviceKey(await readNamedFile(file), file);
    await writePublicKeyFile(base, { kind, public: raw });
    const keyid = await keyidOf(raw);
    const half = base + publicEnding;
    return {
      lines: [
        `Imported the ${kind} key ${name}: ${keyid}`,
        `  ${half}   give it to whoever makes the root, or the host team’s keys`,
        `It signs by --public ${half} with --agent, or with --signer COMMAND.`,
      ],
      facts: { name, kind, keyid, public: half },
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

/** Makes, imports and lists keys. */
export const keys: VerbGroup = {
  name: 'keys',
  summary: 'makes or imports a key of a person or a machine, and lists those that are here',
  verbs: [makeKey, importKey, list],
};
