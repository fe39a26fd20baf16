import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@linkspan/stack/root';
import { publint } from 'publint';
import { afterAll, expect, it } from 'vitest';

const folder = join(root, '.linkspan/packages');
const bin = join(root, 'node_modules/.bin');

const program = `
import { getLinkspan } from '@linkspan/app';
import { LinkspanError } from '@linkspan/contract';
import { toDevelopmentServer } from '@linkspan/contract/development';
import { practicePage } from '@linkspan/practice';
import { createStore } from '@linkspan/store';
import { type Manifest, manifestFormat, type Role, type Root, verifyManifest } from '@linkspan/trust';
import { sealFormat } from '@linkspan/trust/seal';
import { createKeyPair, createPayload, signEnvelope } from '@linkspan/trust/sign';
const pair = await createKeyPair('person');
const role: Role = { keyids: [pair.keyid], threshold: 1 };
const roles = { root: role, release: { ...role, persons: 1 }, live: role };
const limits = { expiresAt: '2100-01-01T00:00:00Z', floor: 1, revoked: [] };
const root: Root = { ...limits, remote: 'remote-a', version: 1, keys: { [pair.keyid]: pair.key }, roles };
const source = { commit: '0'.repeat(40), dependencies: [], hosts: [], builtAt: '2026-01-01T00:00:00Z', shared: {} };
const files = [{ path: 'a.js', bytes: 1, integrity: 'sha384-' + 'A'.repeat(64) }];
const built = { ...source, contract: '2.0', files, discovery: 'a.js', entry: 'a.js', preload: ['a.js'] };
const manifest: Manifest = { ...built, remote: 'remote-a', version: '1.2.3', sequence: 1 };
const envelope = await signEnvelope(createPayload(manifestFormat, manifest), [pair]);
// @ts-expect-error A version is text.
const version: number = (await verifyManifest(root, envelope)).manifest.version;
const forged = { ...envelope, payload: envelope.payload.map((byte) => byte ^ 1) };
const refusal = await verifyManifest(root, forged).catch((error) => error instanceof LinkspanError && error.code);
const { view } = createStore([{ id: 'evm', namespace: 'eip155' }]);
getLinkspan().open({ view: 'accounts' });
console.log(version, refusal, ...view.families, sealFormat.name, toDevelopmentServer({}).port, practicePage({}).label);`;

const outside = await mkdtemp(join(tmpdir(), 'packed-'));
const run = (/** @type {string} */ file, /** @type {string[]} */ ...args) =>
  promisify(execFile)(file, args, { cwd: outside }).then(({ stdout }) => stdout);
afterAll(() => rm(outside, { recursive: true }));
const packed = (await readdir(folder)).map((name) => join(folder, name));

it('packages install outside of the repository, with types, and verify there what they sign', async () => {
  await writeFile(join(outside, 'package.json'), '{ "type": "module" }');
  await writeFile(join(outside, 'program.ts'), program);
  await run('npm', 'install', '--prefer-offline', '--ignore-scripts', '--no-audit', ...packed);
  await run(join(bin, 'tsc'), '--strict', '--module', 'nodenext', '--target', 'es2023', 'program.ts');
  expect(await run(process.execPath, 'program.js')).toBe('1.2.3 release/unsigned evm seal 4300 Practice\n');
  expect(await run('npx', 'linkspan', 'status')).toContain('There is no remote in file:');
});

it('packages suit publint and arethetypeswrong, as ES modules alone', async () => {
  for (const file of packed) {
    const { buffer } = new Uint8Array(await readFile(file));
    expect((await publint({ pack: { tarball: buffer }, strict: true })).messages).toEqual([]);
    // Programs and parts of a page, which nobody imports.
    const untyped = ['./command', './deploy', './in-page', './practice'];
    await run(join(bin, 'attw'), file, '--profile', 'esm-only', '--exclude-entrypoints', ...untyped);
  }
});
