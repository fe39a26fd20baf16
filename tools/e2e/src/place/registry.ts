import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { findFreePorts } from '@linkspan/practice/free-ports';
import { root } from '@linkspan/stack/root';
import { runNode } from '@linkspan/stack/run';
import { execa } from 'execa';

/** A registry of npm on this machine that has the packages of this repository, and a person who installs from it. */
export interface Registry extends AsyncDisposable {
  /** An empty folder. */
  readonly folder: string;
  /** Runs a command there, or below it, with nothing of the test runner's own; returns what it says. */
  run(line: string, below?: string, env?: Readonly<Record<string, string>>): Promise<string>;
  /** Starts a command until the registry is closed, and settles with the first address that it says. */
  serve(line: string, below: string, env?: Readonly<Record<string, string>>): Promise<Server>;
}

/** A server of a command that runs. */
export interface Server extends AsyncDisposable {
  readonly url: string;
}

/** A started program, whose promise does not reject. */
interface Running extends PromiseLike<unknown> {
  readonly pid?: number | undefined;
  readonly exitCode: number | null;
  readonly stdout: Readable | null;
  kill(signal: 'SIGTERM'): boolean;
}

const packages = join(root, '.linkspan/packages');
/** 6.9 asks for Node 22. Its library asks for a tag of node-fetch that not every registry has. */
const verdaccio = { dependencies: { verdaccio: '6.8.0' }, overrides: { 'node-fetch': '2.7.0' } };

/** Packs the repository, and publishes all of it to a new Verdaccio, which has everything else from the machine's registry. */
export async function openRegistry(): Promise<Registry> {
  await runNode('tools/scripts/pack.mjs', ['--unchecked'], { nodeOptions: ['--import', 'tsx'] });
  const place = await mkdtemp(join(tmpdir(), 'linkspan-registry-'));
  const [own, folder, home] = ['own', 'work', 'home'].map((name) => join(place, name));
  for (const one of [own, folder, home]) await mkdir(`${one}`);
  const undos: (() => Promise<unknown>)[] = [() => rm(place, { recursive: true, force: true })];
  const close = async () => {
    for (const undo of undos.toReversed()) await undo();
  };
  try {
    const [port] = await findFreePorts(1);
    const address = `http://localhost:${port}/`;
    await writeFile(join(`${own}`, 'package.json'), JSON.stringify(verdaccio));
    await execa('npm', ['install', '--no-audit', '--no-fund'], { cwd: `${own}` });
    const { stdout: uplink } = await execa('npm', ['config', 'get', 'registry'], { cwd: `${own}` });
    await writeFile(join(`${own}`, 'config.yaml'), toConfig(uplink.trim()));
    const bin = join(`${own}`, 'node_modules/verdaccio/bin/verdaccio');
    const args = [bin, '--config', join(`${own}`, 'config.yaml'), '--listen', `${port}`];
    const server = execa(process.execPath, args, { reject: false, stderr: 'ignore' });
    undos.push(() => end(server));
    await whenSays(server, /http address/);

    const inherited = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_)/i.test(name)),
    );
    const npmrc = `registry=${address}\n//localhost:${port}/:_authToken=any\nfetch-retries=0\n`;
    await writeFile(join(`${home}`, '.npmrc'), npmrc);
    const env = { ...inherited, HOME: `${home}`, NO_COLOR: '1' };
    const options = { env, extendEnv: false } as const;
    for (const file of await readdir(packages))
      await execa('npm', ['publish', join(packages, file)], { ...options, cwd: `${folder}` });
    return {
      folder: `${folder}`,
      async run(line, below = '.', more = {}) {
        const [file = '', ...words] = line.split(' ');
        const cwd = join(`${folder}`, below);
        const { all } = await execa(file, words, { ...options, env: { ...env, ...more }, cwd, all: true });
        return all;
      },
      async serve(line, below, more = {}) {
        const [file = '', ...words] = line.split(' ');
        const cwd = join(`${folder}`, below);
        const running = execa(file, words, {
          ...options,
          env: { ...env, ...more },
          cwd,
          reject: false,
          detached: true,
        });
        undos.push(() => end(running));
        const [url = ''] = await whenSays(running, /http:\/\/localhost:\d+\//);
        return { url, [Symbol.asyncDispose]: () => end(running) };
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Packages of ours are of this registry alone, so that a stranger's of the same name is never installed. */
function toConfig(uplink: string): string {
  return JSON.stringify({
    storage: './storage',
    uplinks: { npm: { url: uplink } },
    packages: {
      '@linkspan/*': { access: '$all', publish: '$all' },
      '**': { access: '$all', proxy: 'npm' },
    },
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
  });
}

/** The first match in what a program says. Rejects if it ends before, with what it has said. */
async function whenSays(running: Running, form: RegExp): Promise<RegExpExecArray> {
  const lines: string[] = [];
  return new Promise((resolve, reject) => {
    createInterface({ input: running.stdout as Readable }).on('line', (line) => {
      lines.push(line);
      const found = form.exec(line);
      if (found) resolve(found);
    });
    running.then(() => reject(new Error(`It ended early: ${lines.join('\n')}`)));
  });
}

/** Ends a program with all that it has started. */
async function end(running: Running): Promise<void> {
  if (running.exitCode !== null) return;
  try {
    process.kill(-(running.pid ?? 0), 'SIGTERM');
  } catch {
    running.kill('SIGTERM');
  }
  await running;
}
