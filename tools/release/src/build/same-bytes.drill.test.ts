import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { runProgram } from '../run-program.ts';
import { createPlace } from '../testing/command.ts';
import type { Context } from '../verb.ts';
import { installSource } from './install-source.ts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const notSource = new Set(['node_modules', 'dist', '.git', '.linkspan']);
const longestMs = 300_000;

/** A clock that is 400 days ahead, for a program of Node. */
const shiftedClock = `
const { now } = Date;
const aheadMs = 400 * 24 * 60 * 60 * 1000;
globalThis.Date = class extends Date {
  constructor(...given) { super(...(given.length > 0 ? given : [now() + aheadMs])); }
  static now() { return now() + aheadMs; }
};`;

/** The hash of each tarball that a checkout has packed. */
async function readPackages(checkout: string): Promise<readonly string[]> {
  const packages = join(checkout, '.linkspan/packages');
  const toHash = async (name: string) =>
    `${createHash('sha256')
      .update(await readFile(join(packages, name)))
      .digest('hex')} ${name}`;
  const hashes = await Promise.all((await readdir(packages)).sort().map(toHash));
  expect(hashes.join()).toMatch(/linkspan-host-.*linkspan-remote-evm-/);
  return hashes;
}

it(
  'gives the same bytes, of a release and of the packages, from the same commit and lockfile, at another path, time, zone and language',
  async () => {
    const { folder, done } = await createPlace();
    await cp(repository, folder, { recursive: true, filter: (path) => !notSource.has(basename(path)) });
    const git = (...args: readonly string[]) =>
      promisify(execFile)('git', ['-c', 'user.name=ann', '-c', 'user.email=ann@team.example', ...args], {
        cwd: folder,
      });
    await git('init', '-q');
    // Where the keys of this place are.
    await writeFile(join(folder, '.git/info/exclude'), '.config\n');
    await git('add', '.');
    await git('commit', '-q', '-m', 'all');
    for (const name of ['ann', 'bob']) await done(`keys make ${name} --kind person`);

    const here: Pick<Context, 'env' | 'run' | 'progress'> = {
      env: process.env,
      run: runProgram,
      progress: () => undefined,
    };
    await installSource(here, folder);
    // Its own files are changed by that, and a build wants a clean tree.
    await git('checkout', '-q', '.');
    await done('build remote-evm', here);
    await done('sign remote-evm --key .config/linkspan/keys/ann.key.json', here);

    const clock = join(folder, '.linkspan/clock.mjs');
    await writeFile(clock, shiftedClock);
    const builds: unknown[] = [];
    const elsewhere: Pick<Context, 'env' | 'run'> = {
      env: process.env,
      run(program) {
        if (!program.args.includes('build')) return runProgram(program);
        builds.push(program.folder);
        const odd = { TZ: 'Pacific/Auckland', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' };
        const NODE_OPTIONS = `--import ${pathToFileURL(clock)}`;
        return runProgram({ ...program, env: { ...program.env, ...odd, NODE_OPTIONS } });
      },
    };
    expect(
      await done('sign remote-evm --rebuild --key .config/linkspan/keys/bob.key.json', elsewhere),
    ).toMatchObject({
      isRebuilt: true,
    });
    expect(builds).toEqual([expect.stringMatching(/linkspan-rebuild-\w+\/source\/remote-evm\/?$/)]);

    await promisify(execFile)('npm', ['run', 'pack', '--', '--unchecked'], { cwd: folder });
    expect(await readPackages(folder)).toEqual(await readPackages(repository));
  },
  longestMs,
);
