import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { conformance } from '@linkspan/conformance';
import { root } from '@linkspan/stack/root';
import { runNode } from '@linkspan/stack/run';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { copyBuild, type Edit } from '../place/copy-build.ts';

const remote = 'remote-evm';

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

  it('leaves nothing behind when it is interrupted', async () => {
    const name = `check-interrupted-${process.pid}`;
    const served = join(root, '.linkspan', name);
    const child = start('tools/check/in-repository.mjs', [asBuilt, 'practice/subject.js', name]);
    await whenLine(child.stdout, /"kind":"case"/);
    const chain = await readChain(served);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([1, null]);
    await expect(access(served)).rejects.toThrow('ENOENT');
    await expect(fetch(chain)).rejects.toThrow();
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
  const from = join(folder, name, remote);
  await copyBuild(remote, from, edit);
  const out = join(folder, name, 'release');
  const args = ['build', remote, '--built', '--from', from, '--out', out, '--dirty', '--sequence', '1'];
  await runNode('tools/release/src/command.ts', args);
  return out;
}

async function check(release: string): Promise<{ readonly exitCode: number; readonly facts: Facts }> {
  const child = start('tools/release/src/command.ts', ['check', release, '--json']);
  const [said, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { exitCode: Number(exitCode), facts: JSON.parse(said) };
}

function start(file: string, args: readonly string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  return child;
}

async function whenLine(output: Readable, pattern: RegExp): Promise<void> {
  for await (const line of createInterface({ input: output })) if (pattern.test(line)) return;
  throw new Error(`No line was like ${pattern}.`);
}

/** The address of a chain that a check has started. */
async function readChain(served: string): Promise<string> {
  const { families } = JSON.parse(await readFile(join(served, 'config.json'), 'utf8'));
  return families[0].networks[0].rpc[0];
}
