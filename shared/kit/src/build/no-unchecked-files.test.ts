import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noUncheckedFiles } from './no-unchecked-files.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkspan-unchecked-'));
  await writeFile(join(folder, 'dark.css'), 'a { color: red }');
  await writeFile(join(folder, 'sum.wasm'), Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  await writeFile(join(folder, 'count.js'), 'postMessage(1)');
  await writeFile(join(folder, 'tides.json'), '{"tide": "high"}');
});

afterAll(() => rm(folder, { recursive: true }));

/** Builds a module with this text, as the preset builds a connector. */
async function buildText(name: string, text: string): Promise<void> {
  const input = join(folder, name, 'connector.js');
  await mkdir(dirname(input), { recursive: true });
  await writeFile(input, text);
  await build({
    root: folder,
    base: './',
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    plugins: [noUncheckedFiles()],
    build: { write: false, assetsInlineLimit: 0, modulePreload: false, rolldownOptions: { input } },
  });
}

describe('a build is refused', () => {
  it.each([
    ['a style that is imported', 'import "../dark.css";'],
    ['a style of what is imported on demand', 'import("../dark.css");'],
    ['the address of a style', 'import address from "../dark.css?url"; console.log(address);'],
    ['the address of a WebAssembly module', 'console.log(new URL("../sum.wasm", import.meta.url));'],
    ['a WebAssembly module that is imported', 'import start from "../sum.wasm?init"; start();'],
    ['a worker’s address', 'new Worker(new URL("../count.js", import.meta.url));'],
    ['a worker that is imported', 'import Count from "../count.js?worker"; new Count();'],
  ])('for %s', async (name, text) => {
    await expect(buildText(name, text)).rejects.toThrow(/without looking at its hash.*port\.files/);
  });
});

it('a build of scripts alone is taken, with JSON in them', async () => {
  const text = 'import { tide } from "../tides.json"; console.log(tide, import("../count.js"));';
  await expect(buildText('scripts', text)).resolves.toBeUndefined();
});
