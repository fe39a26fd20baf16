import { runCommand } from '../run-command.ts';
import { runProgram } from '../run-program.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { die } from './dying-disk.ts';

// The command in a process of its own that is killed before or after one of its writes.

const [address = '', folder = '', now = '', kind = '', step = '', ...line] = process.argv.slice(2);
const count = { steps: 0 };

const end = await runCommand(line, {
  env: process.env,
  folder,
  now: () => Number(now),
  progress: () => {},
  run: runProgram,
  fetch: (url, options) => fetch(url, options),
  interrupted: async () => undefined,
  openStore: async () => killing(await openStore(address, process.env)),
  say: () => {},
  complain: (text) => console.error(text),
});
if (end !== 0) process.exit(end);
process.stdout.write(`done in ${count.steps}`);

/** Counts what is written, without the files of the probe. */
function killing(store: Store): Store {
  const around = async <T>(path: string, write: () => Promise<T>): Promise<T> => {
    if (path.startsWith('linkspan-probe-')) return write();
    count.steps += 1;
    const isNow = count.steps === Number(step);
    if (isNow && kind === 'before') await die();
    const written = await write();
    if (isNow) await die();
    return written;
  };
  return {
    ...store,
    createIfAbsent: (path, ...rest) => around(path, () => store.createIfAbsent(path, ...rest)),
    replaceIfUnchanged: (path, ...rest) => around(path, () => store.replaceIfUnchanged(path, ...rest)),
  };
}
