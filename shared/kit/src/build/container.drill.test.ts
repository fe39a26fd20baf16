import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isNotices } from '@linkspan/trust';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTinyRemote, installCore, type TinyRemote } from '../testing/tiny-remote.ts';

let remote: TinyRemote;

beforeEach(async () => {
  remote = await createTinyRemote({ shared: { 'tiny-library': '^1.0.0' } });
  await remote.write(
    'node_modules/tiny-library/package.json',
    '{"name":"tiny-library","version":"1.2.0","license":"MIT"}',
  );
  await remote.write('node_modules/tiny-library/LICENSE', 'Copyright Pier');
  await remote.write('node_modules/tiny-library/index.js', 'export const say = () => "own copy";');
  await remote.write(
    'src/connector.ts',
    'import { say } from "tiny-library"; globalThis.tinyHasRun = true; export const mount = () => say();',
  );
});

afterEach(() => remote.remove());

describe('a built remote', { timeout: 60_000 }, () => {
  it('lists its own copy of what the page shares, and preloads none of it', async () => {
    const { files, preload } = await remote.build();
    const read = async (paths: readonly string[]) =>
      (await Promise.all(paths.map((file) => remote.read(`dist/releases/1.0.0/${file}`)))).join();
    expect(await read(preload)).toContain('tiny-library');
    expect(await read(preload)).not.toContain('own copy');
    expect(await read(files.map(({ path }) => path))).toContain('own copy');
  });

  it('runs none of its own code as its container is imported', async () => {
    installCore();
    const { entry } = await remote.build();
    const container = await import(/* @vite-ignore */ pathToFileURL(join(remote.built, entry)).href);
    expect(container).toMatchObject({ init: expect.any(Function), get: expect.any(Function) });
    expect(globalThis).not.toHaveProperty('tinyHasRun');
  });

  it('lists the notices of the packages that are built in, and preloads them never', async () => {
    const { files, preload } = await remote.build();
    const name = files.map(({ path }) => path).find(isNotices) ?? '';
    expect(preload).not.toContain(name);
    expect(await remote.read(`dist/releases/1.0.0/${name}`)).toContain(
      'tiny-library@1.2.0 (MIT)\n\nCopyright Pier\n',
    );
  });

  it('lists the federation’s manifest, preloads it never, and has no other metadata', async () => {
    const { entry, files, preload } = await remote.build();
    const [notices = '', file = '', ...others] = files
      .map(({ path }) => path)
      .filter((path) => !path.endsWith('.js'));
    expect(file).toMatch(/^mf-manifest-[\w-]{8}\.json$/);
    expect([isNotices(notices), others]).toEqual([true, []]);
    expect(await readdir(remote.built)).toHaveLength(files.length);
    expect(preload).not.toContain(file);
    expect(JSON.parse(await remote.read(`dist/releases/1.0.0/${file}`))).toMatchObject({
      metaData: { remoteEntry: { name: entry }, publicPath: 'auto' },
      exposes: [{ path: './connector' }],
    });
  });

  it.each(['tides', 'own-tides'])(
    'imports nothing on demand without importCode, such as %s',
    async (name) => {
      await remote.write(`src/${name}.ts`, 'export const tides = () => document.title;');
      await remote.write('src/connector.ts', `export const mount = () => import('./${name}.ts');`);
      await expect(remote.build()).rejects.toMatchObject({
        stderr: expect.stringContaining('is in no port.importCode'),
      });
    },
  );

  it('has the same bytes if it is built again', async () => {
    const first = await remote.build();
    expect(await remote.build()).toEqual(first);
  });
});
