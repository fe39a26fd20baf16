import { relative, resolve } from 'node:path';
import type { Key } from '@linkspan/trust';
import { createKeyPair } from '@linkspan/trust/sign';
import type { Asked } from '../ask/asked.ts';
import { UsageError } from '../command-error.ts';
import { keyEnding, publicEnding, writeKeyFiles } from '../keys/key-file.ts';
import { keysFolder, listKeyFiles } from '../keys/list-key-files.ts';
import { listNewestRoots, listUses } from '../keys/list-uses.ts';
import { rotateKey } from '../keys/rotate-key.ts';
import { toRotateLine } from '../keys/to-rotate-line.ts';
import type { Means } from '../means.ts';
import { toTable } from '../table.ts';
import type { Outcome, Verb } from '../verb.ts';

/** Makes, rotates and lists keys. */
export const keys: Verb = {
  name: 'keys',
  summary: 'makes a key of a person or a machine, replaces one, and lists those that are here',
  forms: ['keys make NAME --kind person|online', 'keys rotate NAME', 'keys list'],
  options: {
    kind: {
      value: 'KIND',
      text: 'person: held by one person; online: held by a machine that runs by itself',
    },
    folder: { value: 'FOLDER', text: `where the key files are; else ${keysFolder}` },
  },
  async run(asked, means) {
    const folder = resolve(means.folder, asked.one('folder') ?? keysFolder);
    switch (asked.word(0, 'make, rotate or list')) {
      case 'make':
        return make(asked, folder);
      case 'rotate':
        return rotate(asked.word(1, 'NAME'), folder, means);
      case 'list':
        return list(folder, means);
      default:
        throw new UsageError(`keys can make, rotate or list, not “${asked.words[0]}”.`);
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

async function rotate(name: string, folder: string, means: Means): Promise<Outcome> {
  const { before, after, keptAs } = await rotateKey(folder, name, means.now());
  const uses = listUses(await listNewestRoots(means.folder), before.keyid);
  const kept = await listKeyFiles(folder);
  const shown = relative(means.folder, folder) || '.';
  const next = uses.map((use) =>
    toRotateLine(use, { before: before.keyid, name, keptAs, kept, folder: shown }),
  );
  return {
    lines: [
      `Made a new key ${name}: ${after.keyid}`,
      `The one before is kept as ${keptAs}: ${before.keyid}`,
      'Until a root names the new one, it counts for nothing, and the one before still counts.',
      ...(next.length > 0
        ? [
            'Next, for each remote (FILE stands for a key file that is not here):',
            ...next.map((one) => `  ${one}`),
          ]
        : [
            'No root on this machine names it. Where it is used, “release root rotate” takes the new one in its place.',
          ]),
    ],
    facts: { name, keptAs, keyid: after.keyid, before: before.keyid, next },
  };
}

async function list(folder: string, means: Means): Promise<Outcome> {
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
        : [`There is no key in ${folder}. Make one with “release keys make NAME --kind person”.`],
    facts: { keys: found },
  };
}

function parseKind(text: string | undefined): Key['kind'] {
  if (text === 'person' || text === 'online') return text;
  throw new UsageError('--kind should be person or online.');
}
