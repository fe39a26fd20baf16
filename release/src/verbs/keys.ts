import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Key, keyidOf } from '@linkspan/trust';
import { createKeyPair } from '@linkspan/trust/sign';
import type { Asked } from '../ask/asked.ts';
import { UsageError } from '../command-error.ts';
import { keyEnding, publicEnding, readPublicKeyFile, writeKeyFiles } from '../keys/key-file.ts';
import { toTable } from '../table.ts';
import type { Outcome, Verb } from '../verb.ts';

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
    folder: { value: 'FOLDER', text: 'where the key files are; else .linkspan/keys' },
  },
  async run(asked, means) {
    const folder = resolve(means.folder, asked.one('folder') ?? '.linkspan/keys');
    switch (asked.word(0, 'make or list')) {
      case 'make':
        return make(asked, folder);
      case 'list':
        return list(folder);
      default:
        throw new UsageError(`keys can make or list, not “${asked.words[0]}”.`);
    }
  },
};

async function make(asked: Asked, folder: string): Promise<Outcome> {
  const name = asked.word(1, 'NAME');
  if (!/^[\w@-][\w@.-]{0,63}$/.test(name)) throw new UsageError(`“${name}” cannot be the name of a key.`);
  const kind = parseKind(asked.one('kind'));
  const pair = await createKeyPair(kind);
  const base = resolve(folder, name);
  await writeKeyFiles(base, pair);
  return {
    lines: [
      `Made the ${kind} key ${name}: ${pair.keyid}`,
      `  ${base}${keyEnding}   keep it secret; only you can read it`,
      `  ${base}${publicEnding}   give it to whoever makes the root`,
    ],
    facts: { name, kind, keyid: pair.keyid, file: base + keyEnding, public: base + publicEnding },
  };
}

async function list(folder: string): Promise<Outcome> {
  const names = await readdir(folder).catch((): string[] => []);
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith(publicEnding))
      .sort()
      .map(async (file) => {
        const name = file.slice(0, -publicEnding.length);
        const { kind, public: raw } = await readPublicKeyFile(resolve(folder, file));
        return { name, kind, keyid: await keyidOf(raw), canSign: names.includes(name + keyEnding) };
      }),
  );
  const rows = found.map(({ name, kind, keyid, canSign }) => [name, kind, canSign ? 'yes' : 'no', keyid]);
  return {
    lines: rows.length > 0 ? toTable(['name', 'kind', 'can sign', 'keyid'], rows) : [`No keys in ${folder}.`],
    facts: { keys: found },
  };
}

function parseKind(text: string | undefined): Key['kind'] {
  if (text === 'person' || text === 'online') return text;
  throw new UsageError('--kind should be person or online.');
}
