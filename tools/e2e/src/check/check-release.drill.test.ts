import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { conformance } from '@linkspan/kit/conformance';
import { root } from '@linkspan/stack/root';
import { runNode } from '@linkspan/stack/run';
import { parseUnsignedRelease, unsignedReleaseName } from '@linkspan/trust';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { addAssets } from '../attacks/assets.ts';
import { copyBuild, type Edit } from '../place/copy-build.ts';
import { listFiles } from '../place/list-files.ts';

const remote = 'remote-evm';
/** Where each check that is running has what it serves, under the id of its process. */
const places = join(root, '.linkspan', 'check');

let folder: string;
let asBuilt: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-check-'));
  asBuilt = await createRelease('as-built');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

// A whole suite beside the journeys' own chains and browser.
describe('release check', { timeout: 180_000 }, () => {
  it('passes a remote as it is built, in a real browser', async () => {
    const { exitCode, facts } = await check(asBuilt);
    expect(facts.results.conformance).toMatchObject({ failed: 0, failures: [], notOffered: 0 });
    expect(facts.results.conformance?.browser).toMatch(/^Chromium \d+$/);
    expect(exitCode).toBe(0);
  });

  it('passes a remote that asks the page for its files, as a page lends them', async () => {
    const { exitCode, facts } = await check(await createAsking());
    expect(facts.results.conformance).toMatchObject({ failed: 0, failures: [] });
    expect(exitCode).toBe(0);
  });

  it('reports a connector that breaks one case with its sentence', async () => {
    const edit = { from: 'input/recipient', into: 'input/amount' };
    const { exitCode, facts } = await check(await createRelease('mutant', edit));
    expect(exitCode).toBe(1);
    expect(facts.results.conformance?.passed).toBe(conformance.length - 1);
    expect(facts.results.conformance?.failures).toEqual([
      expect.stringMatching(/^gives a code to the refusal of a recipient .* rejects with input\/amount/),
    ]);
  });

  it('reports a connector that cannot be loaded', async () => {
    const edit = { from: ' as mount}', into: ' as mount};throw new Error("broken in the making")' };
    const { exitCode, facts } = await check(await createRelease('broken', edit));
    expect(exitCode).toBe(1);
    expect(facts.results.conformance).toMatchObject({ passed: 0 });
    expect(facts.results.conformance?.failures[0]).toMatch(/^The (page refuses|release could not be loaded)/);
  });

  it('says how to get a browser if there is none', async () => {
    const { exitCode, complaint } = await run([asBuilt], { LINKSPAN_BROWSER: '/nowhere' });
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('LINKSPAN_BROWSER names /nowhere')]);
  });
});

describe('a check that is running', { timeout: 120_000 }, () => {
  it('leaves nothing behind when it is interrupted', async () => {
    const child = start('tools/e2e/src/check/check-release.ts', [asBuilt], {});
    await whenLine(child.stdout, /"kind":"case"/);
    const place = join(places, String(child.pid));
    const chain = await readChain(place);
    child.kill('SIGINT');
    await once(child, 'exit');
    await expect(access(place)).rejects.toThrow('ENOENT');
    await expect(fetch(chain)).rejects.toThrow();
  });

  it('ends when the command that started it is killed', async () => {
    const before = await readdir(places).catch((): string[] => []);
    const command = start('tools/release/src/command.ts', ['check', asBuilt], {});
    const place = await vi.waitFor(
      async () => {
        const [own] = (await readdir(places)).filter((name) => !before.includes(name));
        await access(join(places, String(own), 'site', 'index.html'));
        return join(places, String(own));
      },
      { timeout: 30_000 },
    );
    command.kill('SIGKILL');
    await vi.waitFor(() => expect(access(place)).rejects.toThrow('ENOENT'), { timeout: 20_000 });
  });
});

interface Facts {
  readonly results: {
    readonly conformance?: {
      readonly passed: number;
      readonly browser: string;
      readonly failures: readonly string[];
    };
  };
}

/** A release folder made of the built remote, with a text changed. */
async function createRelease(name: string, edit?: Edit): Promise<string> {
  await copyBuild(remote, join(folder, name, remote), edit);
  return buildCopy(name);
}

/** The same of one whose connector asks for a style, a worker, WebAssembly and JSON. */
async function createAsking(): Promise<string> {
  const name = 'asking';
  await copyBuild(remote, join(folder, name, remote));
  const description = join(folder, name, remote, 'dist', unsignedReleaseName);
  const { release } = parseUnsignedRelease(JSON.parse(await readFile(description, 'utf8')), remote);
  const path = join(folder, name, remote, 'dist', release.path);
  const entry = await addAssets(path, release.manifest.entry);
  const preload = [entry, ...release.manifest.preload];
  const files = await listFiles(path);
  const manifest = { ...release.manifest, entry, preload, files };
  await writeFile(description, JSON.stringify({ remote, release: { ...release, manifest } }));
  return buildCopy(name);
}

async function buildCopy(name: string): Promise<string> {
  const from = join(folder, name, remote);
  const out = join(folder, name, 'release');
  const source = ['--commit', 'a'.repeat(40), '--sequence', '1', '--built-at', '2026-11-01T00:00:00Z'];
  const args = ['build', remote, '--built', '--from', from, '--out', out, ...source];
  await runNode('tools/release/src/command.ts', args);
  return out;
}

async function check(release: string): Promise<{ readonly exitCode: number; readonly facts: Facts }> {
  const { exitCode, said } = await run([release, '--json'], {});
  return { exitCode, facts: JSON.parse(said) };
}

async function run(args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = start('tools/release/src/command.ts', ['check', ...args], env);
  const [said, complaint, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { exitCode: Number(exitCode), said, complaint };
}

function start(file: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  return child;
}

async function whenLine(output: Readable, pattern: RegExp): Promise<void> {
  for await (const line of createInterface({ input: output })) if (pattern.test(line)) return;
  throw new Error(`No line was like ${pattern}.`);
}

/** The address of a chain that a place has started. */
async function readChain(place: string): Promise<string> {
  const { families } = JSON.parse(await readFile(join(place, 'config.json'), 'utf8'));
  return families[0].networks[0].rpc[0];
}
