import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@linkspan/stack/root';
import { runNode } from '@linkspan/stack/run';
import { publint } from 'publint';
import { afterAll, expect, it } from 'vitest';

const program = `
import { type FamilyId, LinkspanError } from '@linkspan/contract';
import { toDevelopmentServer } from '@linkspan/contract/development';
import { createStore } from '@linkspan/store';
import { type Manifest, manifestFormat, type Role, type Root, verifyManifest } from '@linkspan/trust';
import { sealFormat } from '@linkspan/trust/seal';
import { createKeyPair, createPayload, signEnvelope } from '@linkspan/trust/sign';

const pair = await createKeyPair('person');
const role: Role = { keyids: [pair.keyid], threshold: 1 };
const roles = { root: role, release: { ...role, persons: 1 }, live: role };
const trusted = { expiresAt: '2100-01-01T00:00:00Z', keys: { [pair.keyid]: pair.key }, roles, floor: 1, revoked: [] };
const root: Root = { ...trusted, remote: 'remote-a', version: 1 };
const files = [{ path: 'a.js', bytes: 1, integrity: 'sha384-' + 'A'.repeat(64) }];
const source = { commit: '0'.repeat(40), dependencies: [], hosts: [], builtAt: '2026-01-01T00:00:00Z' };
const built = { ...source, contract: '1.0', shared: {}, files, discovery: 'a.js', entry: 'a.js', preload: ['a.js'] };
const manifest: Manifest = { ...built, remote: 'remote-a', version: '1.2.3', sequence: 1 };
const envelope = await signEnvelope(createPayload(manifestFormat, manifest), [pair]);
// @ts-expect-error A version is text.
const version: number = (await verifyManifest(root, envelope)).manifest.version;
const forged = { ...envelope, payload: envelope.payload.map((byte) => byte ^ 1) };
const refusal = await verifyManifest(root, forged).catch((error) => error instanceof LinkspanError && error.code);
const families: readonly FamilyId[] = createStore([{ id: 'evm', namespace: 'eip155' }]).view.families;
console.log(version, refusal, ...families, sealFormat.name, toDevelopmentServer({}).port);`;

const run = promisify(execFile);
const outside = await mkdtemp(join(tmpdir(), 'packed-'));
afterAll(() => rm(outside, { recursive: true }));
await runNode('tools/scripts/pack.mjs');
const folder = join(root, '.linkspan/packages');
const packed = (await readdir(folder)).map((name) => join(folder, name));

it('packages install outside of the repository, with types, and verify there what they sign', async () => {
  await writeFile(join(outside, 'package.json'), '{ "type": "module" }');
  await writeFile(join(outside, 'program.ts'), program);
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...flags, ...packed], { cwd: outside });
  const strict = ['--strict', '--module', 'nodenext', '--target', 'es2023', 'program.ts'];
  await runNode('node_modules/typescript/bin/tsc', strict, { cwd: outside });
  const { stdout } = await run(process.execPath, ['program.js'], { cwd: outside });
  expect(stdout).toBe('1.2.3 release/unsigned evm seal 4300\n');
});

it('packages suit publint and arethetypeswrong, as ES modules alone', async () => {
  for (const file of packed) {
    const { buffer } = new Uint8Array(await readFile(file));
    expect((await publint({ pack: { tarball: buffer }, strict: true })).messages).toEqual([]);
    await run(join(root, 'node_modules/.bin/attw'), ['--profile', 'esm-only', file]);
  }
});
