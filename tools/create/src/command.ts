import { runCreate } from './run-create.ts';

process.exitCode = await runCreate(process.argv.slice(2), {
  folder: process.cwd(),
  env: process.env,
  isTerminal: process.stdin.isTTY === true,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
});
