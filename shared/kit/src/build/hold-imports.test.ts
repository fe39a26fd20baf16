import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toImportsAtOnce } from './hold-imports.ts';
import { buildDiscovery } from './release.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'linkspan-hold-'));
  await write('src/knot.ts', 'export const knot = () => document.title;');
  await write('src/bowline.ts', "import { knot } from './knot.ts'; export const tie = () => [knot(), 1];");
  await write('src/hitch.ts', "import { knot } from './knot.ts'; export const tie = () => [knot(), 2];");
});

afterEach(() => rm(root, { recursive: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

async function writePackage(code: string): Promise<void> {
  const about = { name: 'ropes', version: '1.0.0', main: 'index.js', sideEffects: false };
  await write('node_modules/ropes/package.json', JSON.stringify(about));
  await write('node_modules/ropes/strong.js', 'export const strong = () => document.URL;');
  await write('node_modules/ropes/index.js', code);
}

/** The code of the discovery that some code is built into. */
async function build(code: string, separateChunks: readonly string[] = []): Promise<string> {
  await write('src/discovery.ts', code);
  return read((await buildDiscovery({ root, separateChunks }, join(root, 'dist'))).file);
}

const read = (file: string) => readFile(join(root, 'dist', file), 'utf8');

/** The names that each `importCode` is given. */
const namesIn = (code: string) =>
  [...code.matchAll(/importCode\((\[[^\]]*\])/g)]
    .map(([, list = '']) => list.replaceAll('`', '"'))
    .map((list) => JSON.parse(list));

const held = (name: string) => `port.importCode(['${name}'], () => import('./${name}.ts'))`;

describe('a build', { timeout: 60_000 }, () => {
  it('names to each importCode all files that are loaded with what it imports', async () => {
    const code = await build(`export const discover = (port) => [${held('bowline')}, ${held('hitch')}];`);
    expect(namesIn(code)).toEqual([
      ['bowline', 'knot'],
      ['hitch', 'knot'],
    ]);
  });

  it('names no file that is loaded already', async () => {
    const own = "import { knot } from './knot.ts'; export const look = knot;";
    const code = await build(`${own} export const discover = (port) => [${held('bowline')}];`);
    expect(namesIn(code)).toEqual([['bowline']]);
  });

  it('names the files of all that one importCode imports', async () => {
    const both = "Promise.all([import('./bowline.ts'), import('./hitch.ts')])";
    const code = await build(`export const discover = (port) => port.importCode(['both'], () => ${both});`);
    expect(namesIn(code)).toEqual([['bowline', 'knot', 'hitch']]);
  });

  it('names a separate chunk', async () => {
    await write('src/loaded.ts', `export const load = (port) => [${held('bowline')}, ${held('hitch')}];`);
    const code = await build(`export const discover = (port) => ${held('loaded')};`, ['loaded']);
    expect(namesIn(code)).toEqual([['loaded']]);
    const [file = ''] = /loaded-[\w-]{8}\.js/.exec(code) ?? [];
    expect(namesIn(await read(file))).toEqual([
      ['bowline', 'knot'],
      ['hitch', 'knot'],
    ]);
  });

  it('has what a package imports on demand in the file that imports the package', async () => {
    await writePackage(
      "export const pull = async () => { const { strong } = await import('./strong.js'); return strong(); };",
    );
    await write('src/bowline.ts', "export { pull } from 'ropes';");
    const code = await build(`export const discover = (port) => ${held('bowline')};`);
    const [file = ''] = /bowline-[\w-]{8}\.js/.exec(code) ?? [];
    expect(await read(file)).toMatch(/^(?!.*import).*document\.URL/s);
  });

  it('leaves an import on demand of the kit in a file of its own', async () => {
    const kit = 'node_modules/@linkspan/kit';
    await write(`${kit}/package.json`, JSON.stringify({ name: '@linkspan/kit', main: 'index.js' }));
    await write(`${kit}/late.js`, 'export const late = () => document.URL;');
    await write(
      `${kit}/index.js`,
      "export const pull = (port) => port.importCode(['late'], () => import('./late.js'));",
    );
    const code = await build("export { pull as discover } from '@linkspan/kit';");
    expect(namesIn(code)).toEqual([['late']]);
    expect(code).not.toContain('document.URL');
  });

  const refusal = /discovery: import\(.*\) is in no port\.importCode/s;

  it.each([
    ['alone', "import('./bowline.ts')"],
    [
      'by a function beside it',
      "((load) => port.importCode(['bowline'], load))(() => import('./bowline.ts'))",
    ],
    [
      'by a function that was taken out of the port',
      "(({ importCode }) => importCode(['bowline'], () => import('./bowline.ts')))(port)",
    ],
    ['with names that are computed', "port.importCode([].concat('bowline'), () => import('./bowline.ts'))"],
    ['of another origin', "port.importCode(['a'], () => import('https://cdn.example/a.js'))"],
    [
      'of an address that is computed, with names',
      "port.importCode(['a'], () => import(/* @vite-ignore */ port.address))",
    ],
    ['of an address that is computed', 'import(/* @vite-ignore */ port.address)'],
  ])('refuses an import on demand %s', async (_, code) => {
    await expect(build(`export const discover = (port) => ${code};`)).rejects.toThrow(refusal);
  });

  it('refuses a package that computes what it imports', async () => {
    await writePackage('export const pull = (name) => import(/* @vite-ignore */ name);');
    await expect(build("export { pull as discover } from 'ropes';")).rejects.toThrow(refusal);
  });

  it('refuses a package of CommonJS that imports on demand', async () => {
    await writePackage("exports.pull = () => import('./strong.js');");
    await expect(build("export { pull as discover } from 'ropes';")).rejects.toThrow(refusal);
  });
});

describe('a module of a package', () => {
  it.each([
    ['all of a module', "import('a').then(b)", 'Promise.resolve(imported$0).then(b)'],
    [
      'names',
      "const { a, b: c } = await import('a')",
      'const { a, b: c } = await Promise.resolve({ a: imported$0.a, b: imported$0.b })',
    ],
    [
      'a computed name',
      "const { [a]: b } = await import('a')",
      'const { [a]: b } = await Promise.resolve(imported$0)',
    ],
    [
      'the rest',
      "const { a, ...b } = await import('a')",
      'const { a, ...b } = await Promise.resolve(imported$0)',
    ],
    [
      'one module and another',
      "a(import('a'), import('b'))",
      'a(Promise.resolve(imported$0), Promise.resolve(imported$1))',
    ],
  ])('imports %s at once', (_, code, expected) => {
    expect(toImportsAtOnce(`export {};\n${code}`).split('\n').at(-1)).toBe(expected);
  });

  it('imports at its top', () => {
    expect(toImportsAtOnce(`export const a = () => import("./b'.js");`)).toBe(
      `import * as imported$0 from "./b'.js";\nexport const a = () => Promise.resolve(imported$0);`,
    );
  });
});
