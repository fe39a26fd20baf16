import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { runCommand } from '../../run-command.ts';
import { type Program, runProgram } from '../../run-program.ts';
import { openStore } from '../../store/open-store.ts';
import { type ServedFolder, serveFolder } from '../serve.ts';
import { linkInstalled } from './create-checkout.ts';
import { type Answer, type Called, createStandIn } from './stand-in.ts';

/** A person at work in a checkout, as a paper describes it. */
export interface Desk extends AsyncDisposable {
  readonly folder: string;
  /** Other programs that a person has. */
  readonly tools: string;
  /** Runs commands in a shell, which stops at the first that fails; returns all that is seen. */
  type(text: string, env?: Called['env']): Promise<Answer>;
}

const run = promisify(execFile);

/** Where the papers have the page: what is in the folder `site`. */
const pageOrigin = 'https://wallets.example';

/** When a command was last run at any desk: a desk may go on with what another one has left. */
let latest = 0;

/**
 * A desk in a checkout, at which each command of ours comes a minute after the one before. `openAway` opens the stores
 * that are on no folder.
 */
export async function openDesk(folder: string, openAway = openStore): Promise<Desk> {
  const tools = await mkdtemp(join(tmpdir(), 'linkspan-desk-'));
  let now = Math.max(Date.now(), latest);
  let served: Promise<ServedFolder> | undefined;
  const fetchAway: typeof fetch = async (address, options) => {
    if (!`${address}`.startsWith(pageOrigin)) return fetch(address, options);
    served ??= serveFolder(join(folder, 'site'));
    return fetch(`${address}`.replace(pageOrigin, (await served).origin), options);
  };
  const close = await createStandIn(tools, 'npm', {
    isMeant: ([verb, name, dashes]) => verb === 'run' && name === 'release' && dashes === '--',
    async answer({ args, folder: at, env }) {
      now += 60_000;
      latest = now;
      const lines: string[] = [];
      const exitCode = await runCommand(args.slice(3), {
        env,
        folder: at,
        now: () => now,
        progress: () => undefined,
        run: runOrStandIn,
        fetch: fetchAway,
        openStore: (address) =>
          address.startsWith('file:') ? openStore(toWhole(address, at), env) : openAway(address, env),
        say: (text) => lines.push(text),
        complain: (text) => lines.push(text),
      });
      return { printed: `${lines.join('\n')}\n`, exitCode };
    },
  });
  const own = { PATH: [tools, process.env.PATH].join(delimiter), HOME: join(tools, 'home') };
  return {
    folder,
    tools,
    async type(text, env = {}) {
      const options = { cwd: folder, env: { ...own, ...env } };
      return run('sh', ['-e', '-c', `exec 2>&1\n${text}`], options).then(
        ({ stdout }) => ({ printed: stdout, exitCode: 0 }),
        ({ stdout = '', code = 1 }) => ({ printed: stdout, exitCode: code }),
      );
    },
    async [Symbol.asyncDispose]() {
      await close();
      (await served)?.close();
      await rm(tools, { recursive: true, force: true });
    },
  };
}

/** A store's relative folder begins where the command is called. */
function toWhole(address: string, folder: string): string {
  return address.replace(/^file:(?!\/)(.*)$/, (_, path: string) => `file:${resolve(folder, path)}`);
}

/** Really runs a program, save for what takes a network or a browser: an install, and the check in a browser. */
async function runOrStandIn(program: Program): Promise<string> {
  if (program.args.includes('install')) {
    await linkInstalled(program.folder);
    return '';
  }
  if (!program.args.some((one) => one.endsWith('check-release.ts'))) return runProgram(program);
  const result = { passed: 38, failed: 0, notOffered: 2, failures: [], browser: 'Chromium 156' };
  program.onLine?.(JSON.stringify({ kind: 'result', ...result }));
  return '';
}
