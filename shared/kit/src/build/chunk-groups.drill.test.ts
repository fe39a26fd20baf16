import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTinyRemote, type TinyRemote } from '../testing/tiny-remote.ts';

let remote: TinyRemote;

beforeEach(async () => {
  remote = await createTinyRemote({ vendors: { ropes: ['tiny-ropes'] } });
  await writeConnector('"moored"');
  await writePackage('tiny-ropes', 'export const rope = () => document.title;');
  await writePackage('tiny-anchors', 'export const anchor = () => document.URL;');
});

afterEach(() => remote.remove());

function writeConnector(word: string): Promise<void> {
  const imports = `
    import { isBlank } from '@linkspan/kit/accounts';
    import { anchor } from 'tiny-anchors';
    import { rope } from 'tiny-ropes';`;
  return remote.write(
    'src/connector.ts',
    `${imports} export const mount = () => isBlank([rope(), anchor()]) || ${word};`,
  );
}

async function writePackage(name: string, code: string): Promise<void> {
  const folder = `node_modules/${name}`;
  await remote.write(`${folder}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
  await remote.write(`${folder}/index.js`, code);
}

/** The names, without their hashes, of files that mounting needs after a change and that were not there before. */
async function changedBy(change: () => Promise<void>): Promise<readonly string[]> {
  const before = (await remote.build()).preload;
  await change();
  const after = (await remote.build()).preload;
  const names = (files: readonly string[]) => files.map((file) => file.replace(/-[\w-]{8}\.js$/, '')).sort();
  expect(names(after)).toEqual([
    'connector',
    'kit',
    'remoteEntry',
    'ropes',
    'shares',
    'vendor',
    'vite-preload-helper',
  ]);
  return names(after.filter((file) => !before.includes(file)));
}

describe('a build', { timeout: 60_000 }, () => {
  it('has an edit of the remote’s own code in its own files alone', async () => {
    expect(await changedBy(() => writeConnector('"afloat"'))).toEqual(['connector', 'remoteEntry']);
  });

  it('leaves what is imported later, and the packages of that alone, out of what mounting needs', async () => {
    await writePackage('tiny-ropes', 'export * from "./rope.js"; export * from "./knot.js";');
    await remote.write('node_modules/tiny-ropes/rope.js', 'export const rope = () => document.title;');
    await remote.write('node_modules/tiny-ropes/knot.js', 'export const knot = () => "a bowline";');
    await remote.write('src/word.ts', 'export const word = () => document.referrer;');
    const late = `import { knot } from 'tiny-ropes'; import { word } from './word.ts';
      export const tie = () => knot() + word();`;
    await remote.write('src/late.ts', late);
    await remote.write(
      'src/connector.ts',
      `import { rope } from 'tiny-ropes'; import { word } from './word.ts';
      export const mount = async (port) =>
        rope() + word() + (await port.importCode(['late'], () => import('./late.ts'))).tie();`,
    );
    const { preload, files } = await remote.build();
    const holdsKnot = async (path: string) =>
      (await remote.read(`dist/releases/1.0.0/${path}`)).includes('a bowline');
    const paths = files.map(({ path }) => path);
    const holding = await Promise.all(paths.map(holdsKnot));
    expect(paths.filter((_, at) => holding[at])).toEqual([expect.stringMatching(/^late-/)]);
    expect(preload.filter((path) => /^(late|word)-/.test(path))).toEqual([]);
  });

  it('leaves the other packages as they are if one is updated', async () => {
    const update = () => writePackage('tiny-anchors', 'export const anchor = () => document.baseURI;');
    expect(await changedBy(update)).toEqual(['connector', 'remoteEntry', 'shares', 'vendor']);
  });
});
