import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { explainError } from '../errors.ts';
import { openLocalStore } from '../store/local-store.ts';
import { prepareStore, resetIfIncomplete } from './prepare-store.ts';
import { createRun, Refused } from './run.ts';
import { setUpRemote } from './set-up-remote.ts';

// For practice: `node --import tsx tools/release/src/practice/set-up.ts [--folder FOLDER] [--json] REMOTE…` brings what the remotes'
// own builds wrote through the command's real verbs, with keys of its own, into the store in the folder's `.linkspan`.

const { values, positionals } = parseArgs({
  options: { folder: { type: 'string', default: '.' }, json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const folder = resolve(values.folder);
const storeFolder = resolve(folder, '.linkspan/store');
const store = openLocalStore(storeFolder);
const now = () => Date.now();
const run = createRun({ folder, store, now });

try {
  const made = [await resetIfIncomplete(folder, now()), await prepareStore(folder, run)];
  const lines = made.filter((line) => line !== undefined);
  const next: Record<string, string> = {};
  for (const remote of positionals) {
    const told = await setUpRemote({ folder, remote, from: resolve(remote), store, run, now: now() });
    lines.push(told.line);
    next[remote] = told.next;
  }
  console.log(values.json ? JSON.stringify({ lines, next }) : lines.join('\n'));
} catch (error) {
  const end = explainError(error);
  if (!(error instanceof Refused) && end === undefined) throw error;
  console.error(end?.sentence ?? (error as Refused).message);
  // What is wrong with a build is no fault of the store.
  if (!end?.code.startsWith('command/'))
    console.error(`To start again, with new keys and nothing published, remove ${storeFolder}.`);
  process.exitCode = 1;
}
