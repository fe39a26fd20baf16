import { cp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { addFaults } from '@linkspan/practice/remotes';
import { createRun, deliverVariant, keyFile, openLocalStore } from '@linkspan/release/practice';
import { storeOf } from './rehearse.mjs';
import { root } from './root.mjs';

// As a program: `node --import tsx tools/stack/src/deliver-faulty.mts FOLDER REMOTE faulty|sound` makes the faulty release of a
// remote live in the practice store of a folder, signed by its practice keys, or takes it back.

const [folder = '.', remote = '', release] = process.argv.slice(2);
const place = resolve(folder);
const store = openLocalStore(storeOf(place));
const run = createRun({ folder: place, store, now: () => Date.now() });

if (release === 'faulty') {
  const from = await makeFaulty();
  await deliverVariant('faulty', { folder: place, remote, from, store, run, now: Date.now() });
} else await run('rollback', remote, '--key', keyFile('machine'));

/** A copy of the remote's package and build, with the switches in it. */
async function makeFaulty(): Promise<string> {
  const from = join(place, '.linkspan', 'faulty', remote);
  await rm(from, { recursive: true, force: true });
  for (const name of ['dist', 'package.json'])
    await cp(join(root, remote, name), join(from, name), { recursive: true });
  await addFaults({ folder: from, family: remote.replace(/^remote-/, '') });
  return from;
}
