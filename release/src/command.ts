import { runCommand } from './run-command.ts';
import { openStore } from './store/open-store.ts';

// npm runs a command in the repository's folder, wherever the person is.
process.chdir(process.env.INIT_CWD ?? '.');

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  folder: process.cwd(),
  now: () => Date.now(),
  openStore: (address) => openStore(address, process.env),
  say: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
});
