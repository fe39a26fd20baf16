import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShareScope } from '../lent.ts';
import { createTinyRemote, type TinyRemote } from '../testing/tiny-remote.ts';
import { ownContainer } from './own-container.ts';

/** What a federation's runtime asks of an entry. */
interface Entry {
  init(scope: ShareScope): Promise<unknown>;
  get(name: string): Promise<() => Record<string, unknown>>;
}

const lent = { 'tiny-library': { '1.3.0': { lib: () => ({ say: () => 'the page’s copy' }) } } };
let remote: TinyRemote;

beforeEach(async () => {
  remote = await createTinyRemote({ shared: { 'tiny-library': '^1.0.0' } });
});

afterEach(() => remote.remove());

/** Runs the built entry in this process. */
async function load(entry: string): Promise<Entry> {
  return import(/* @vite-ignore */ pathToFileURL(join(remote.built, entry)).href);
}

describe('a built remote', { timeout: 60_000 }, () => {
  it('runs on the libraries that the page lends, and holds none of them', async () => {
    await remote.write('node_modules/tiny-library/package.json', '{"name":"tiny-library","version":"1.2.0"}');
    await remote.write('node_modules/tiny-library/index.js', 'export const say = () => "own copy";');
    await remote.write(
      'src/connector.ts',
      'import { say } from "tiny-library"; export const mount = () => say();',
    );
    const { entry, preload } = await remote.build();
    const { init, get } = await load(entry);
    await expect(init({})).rejects.toThrow('tiny-library');
    await init(lent);
    const { mount } = (await get('./connector'))();
    expect(Reflect.apply(mount as () => unknown, undefined, [])).toBe('the page’s copy');
    const texts = await Promise.all(preload.map((file) => remote.read(`dist/releases/1.0.0/${file}`)));
    expect(texts.join()).not.toContain('own copy');
  });

  it('runs none of its own code before it is asked for', async () => {
    await remote.write('src/connector.ts', 'globalThis.tinyHasRun = true; export const mount = () => 1;');
    const { init, get } = await load((await remote.build()).entry);
    await init(lent);
    expect(globalThis).not.toHaveProperty('tinyHasRun');
    expect((await get('./connector'))()).toHaveProperty('mount');
    expect(globalThis).toHaveProperty('tinyHasRun', true);
    Reflect.deleteProperty(globalThis, 'tinyHasRun');
  });
});

it('says so where the federation writes what stands for a library in a form that it does not know', () => {
  const { transform } = ownContainer({ root: '' });
  const handler = typeof transform === 'object' ? transform.handler : undefined;
  const run = () => Reflect.apply(handler as never, undefined, ['export {}', 'virtual:mf:__loadShare__x']);
  expect(run).toThrow('own-container.ts');
});
