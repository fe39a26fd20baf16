import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createTinyRemote, installCore, type TinyRemote } from '../testing/tiny-remote.ts';
import { toExportsAlone } from './exports-alone.ts';

/** As bundles of libraries carry them: one of its own, and patches of the platform before and after. */
const library = `
  var root = globalThis;
  var patches = root.patches = [];
  var patch = function (name) { patches.push(name); };
  patch('includes');
  if (root.patches) { patch('assign'); }
  for (var each in { sort: 1 }) patch(each);
  var words = { hello: 'moin' };
  class Speaker { speak() { return Speaker.loud ? 'MOIN' : words.hello; } }
  Speaker.loud = true;
  patch.done = true;
  const speaker = new Speaker();
  export const speak = () => speaker.speak();
  export const whisper = () => words.hello;
`;

interface Module {
  speak(): string;
  whisper(): string;
}

async function run(code: string): Promise<Module> {
  Reflect.deleteProperty(globalThis, 'patches');
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
}

describe('a module of which the exports alone are taken', () => {
  it('does nothing to the page as it loads', async () => {
    await run(library);
    expect(globalThis).toHaveProperty('patches', ['includes', 'assign', 'sort']);
    await run(toExportsAlone(library));
    expect(globalThis).not.toHaveProperty('patches.0');
  });

  it('exports what it did before, with what is set on its classes', async () => {
    const { speak, whisper } = await run(toExportsAlone(library));
    expect([speak(), whisper()]).toEqual(['MOIN', 'moin']);
  });
});

describe('a remote', () => {
  let remote: TinyRemote;
  afterEach(() => remote.remove());

  it.each([true, false])(
    'that says so (%s) is built without the patches of a library',
    {
      timeout: 60_000,
    },
    async (saysSo) => {
      remote = await createTinyRemote(saysSo ? { exportsAlone: ['tiny-library'] } : {});
      await remote.write(
        'node_modules/tiny-library/package.json',
        '{"name":"tiny-library","version":"1.2.0"}',
      );
      await remote.write('node_modules/tiny-library/index.js', library);
      await remote.write('src/connector.ts', 'export { speak as mount } from "tiny-library";');
      const { preload } = await remote.build();
      const texts = await Promise.all(preload.map((file) => remote.read(`dist/releases/1.0.0/${file}`)));
      expect(texts.some((text) => text.includes('patches'))).toBe(!saysSo);
      installCore();
      const connector = preload.find((file) => file.startsWith('connector')) ?? '';
      const { mount } = await import(/* @vite-ignore */ pathToFileURL(join(remote.built, connector)).href);
      expect(mount()).toBe('MOIN');
    },
  );
});
