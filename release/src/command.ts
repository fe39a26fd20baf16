import { setTimeout } from 'node:timers/promises';
import { runCommand } from './run-command.ts';
import { openStore } from './store/open-store.ts';

// npm runs a command in the repository's folder, wherever the person is.
process.chdir(process.env.INIT_CWD ?? '.');

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  folder: process.cwd(),
  now: () => Date.now(),
  progress: (text) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${text}`);
  },
  wait: (ms) => setTimeout(ms),
  fetch: (address, options) => fetch(address, options),
  openStore: (address) => openStore(address, process.env),
  say: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
});
