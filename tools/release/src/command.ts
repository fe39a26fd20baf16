import { once } from 'node:events';
import { createOutput } from './output.ts';
import { runCommand } from './run-command.ts';
import { runProgram } from './run-program.ts';
import { openStore } from './store/open-store.ts';

// npm runs a script of the repository in its folder, wherever the person is.
if (process.env.npm_package_name === 'linkspan') process.chdir(process.env.INIT_CWD ?? '.');

// Who reads it, such as `head`, may have seen enough.
process.stdout.on('error', ({ code }) => process.exit(code === 'EPIPE' ? 0 : 1));

const { clear, ...voice } = createOutput(process.stdout, process.stderr);

try {
  process.exitCode = await runCommand(process.argv.slice(2), {
    env: process.env,
    folder: process.cwd(),
    now: () => Date.now(),
    run: runProgram,
    fetch: (address, options) => fetch(address, options),
    openStore: (address) => openStore(address),
    interrupted: () => Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal))),
    ...voice,
  });
} finally {
  clear();
}
