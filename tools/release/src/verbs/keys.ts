import { resolve } from 'node:path';
import type { Key } from '@linkspan/trust';
import { createKeyPair } from '@linkspan/trust/sign';
import { UsageError } from '../errors.ts';
import { keyEnding, keysFolder, publicEnding, writeKeyFiles } from '../keys/key-files.ts';
import { describeKeys } from '../keys/list-keys.ts';
import type { Args, Outcome, Verb } from '../verb.ts';

/** Makes and lists keys. */
export const keys: Verb = {
  name: 'keys',
  summary: 'makes a key of a person or a machine, and lists those that are here',
  forms: ['keys make NAME --kind person|online', 'keys list'],
  options: {
    kind: {
      value: 'KIND',
      text: 'person: held by one person; online: held by a machine that runs by itself',
    },
    folder: { value: 'FOLDER', text: `where the key files are; else ${keysFolder}` },
  },
  async run(args, context) {
    const folder = resolve(context.folder, args.one('folder') ?? keysFolder);
    switch (args.word(0, 'make or list')) {
      case 'make':
        return make(args, folder);
      case 'list':
        return describeKeys(folder, context);
      default:
        throw new UsageError(`keys can make or list, not “${args.words[0]}”.`);
    }
  },
};

async function make(args: Args, folder: string): Promise<Outcome> {
  const name = args.word(1, 'NAME');
  if (!/^[\w@-][\w@.-]{0,63}$/.test(name))
    throw new UsageError(`A key’s name has letters, digits and . _ - @, and “${name}” is none.`);
  const kind = parseKind(args.one('kind'));
  const pair = await createKeyPair(kind);
  const base = resolve(folder, name);
  await writeKeyFiles(base, pair);
  return {
    lines: [
      `Made the ${kind} key ${name}: ${pair.keyid}`,
      `  ${base}${keyEnding}   keep it secret; only you can read it`,
      `  ${base}${publicEnding}   give it to whoever makes the root, or the host team’s keys`,
    ],
    facts: { name, kind, keyid: pair.keyid, file: base + keyEnding, public: base + publicEnding },
  };
}

function parseKind(text: string | undefined): Key['kind'] {
  if (text === 'person' || text === 'online') return text;
  throw new UsageError('--kind should be person or online.');
}
