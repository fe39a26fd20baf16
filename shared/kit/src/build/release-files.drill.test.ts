import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTinyRemote, type TinyRemote } from '../testing/tiny-remote.ts';

let remote: TinyRemote;

beforeEach(async () => {
  remote = await createTinyRemote();
});

afterEach(() => remote.remove());

it('a built release has what is in the folder files, and lists it with its integrity', {
  timeout: 60_000,
}, async () => {
  const [style, worker] = ['a { color: red }\n', 'postMessage(1);\n'];
  await remote.write('files/dark.css', style);
  await remote.write('files/workers/count.js', worker);
  const manifest = await remote.build();
  const listed = (path: string) => manifest.files.find((file) => file.path === path);
  const toListed = (path: string, content: string) => ({
    path,
    bytes: content.length,
    integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
  });
  expect(listed('dark.css')).toEqual(toListed('dark.css', style));
  expect(listed('workers/count.js')).toEqual(toListed('workers/count.js', worker));
  expect(await readFile(join(remote.built, 'dark.css'), 'utf8')).toBe(style);
  expect(manifest.preload.filter((path) => /css|count/.test(path))).toEqual([]);
});

it('a connector or a discovery with a style of its own is not built', { timeout: 120_000 }, async () => {
  await remote.write('src/dark.css', 'a { color: red }');
  for (const part of ['discovery', 'connector']) {
    const file = `src/${part}.ts`;
    const before = await remote.read(file);
    await remote.write(file, `import './dark.css';\n${before}`);
    await expect(remote.build()).rejects.toMatchObject({ stderr: expect.stringContaining('port.files') });
    await remote.write(file, before);
  }
});
