import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseUnsignedRelease } from '@linkspan/trust';
import { afterEach, beforeEach, expect, it } from 'vitest';

const kit = resolve(import.meta.dirname, '../..');
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');
const config = `
  import { remoteConfig } from '${join(kit, 'src/preset.ts')}';
  const remote = { root: import.meta.dirname, name: 'remote-tiny', version: '1.0.0', port: 0 };
  export default ({ command }) => remoteConfig(remote, command);
`;

let folder: string;

beforeEach(async () => {
  // Within the kit, whose libraries a build finds there.
  await mkdir(join(kit, 'dist'), { recursive: true });
  folder = await mkdtemp(join(kit, 'dist/remote-tiny-'));
  await write('vite.config.ts', config);
  await write('src/discovery.ts', 'export const discover = () => undefined;');
  await write('src/connector.ts', 'export const mount = () => undefined;');
});

afterEach(() => rm(folder, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** Builds the remote as its team does: in a process of its own, since the federation does nothing in a test runner. */
async function run(): Promise<void> {
  const { VITEST, NODE_ENV, ...env } = process.env;
  const args = [vite, 'build', '--configLoader', 'runner', '--logLevel', 'warn'];
  await promisify(execFile)(process.execPath, args, { cwd: folder, env: { ...env, NODE_ENV: 'production' } });
}

it('a built release has what is in the folder files, and lists it with its integrity', {
  timeout: 60_000,
}, async () => {
  const [style, worker] = ['a { color: red }\n', 'postMessage(1);\n'];
  await write('files/dark.css', style);
  await write('files/workers/count.js', worker);
  await run();
  const text = await readFile(join(folder, 'dist/release.json'), 'utf8');
  const { manifest } = parseUnsignedRelease(JSON.parse(text), 'remote-tiny').release;
  const listed = (path: string) => manifest.files.find((file) => file.path === path);
  const toListed = (path: string, content: string) => ({
    path,
    bytes: content.length,
    integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
  });
  expect(listed('dark.css')).toEqual(toListed('dark.css', style));
  expect(listed('workers/count.js')).toEqual(toListed('workers/count.js', worker));
  expect(await readFile(join(folder, 'dist/releases/1.0.0/dark.css'), 'utf8')).toBe(style);
  expect(manifest.preload.filter((path) => /css|count/.test(path))).toEqual([]);
});

it('a connector or a discovery with a style of its own is not built', { timeout: 120_000 }, async () => {
  await write('src/dark.css', 'a { color: red }');
  for (const part of ['discovery', 'connector']) {
    const file = `src/${part}.ts`;
    const before = await readFile(join(folder, file), 'utf8');
    await write(file, `import './dark.css';\n${before}`);
    await expect(run()).rejects.toMatchObject({ stderr: expect.stringContaining('port.files') });
    await write(file, before);
  }
});
