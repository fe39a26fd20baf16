import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { RemoteOptions } from './remote-options.ts';

const kit = resolve(import.meta.dirname, '..');

/**
 * In a build, puts a container of our own into the place of the one that the federation's plugin writes. That one serves
 * hosts of every bundler and every way of sharing, in 5 to 6 kB of Brotli that each remote would carry; a page of ours
 * calls `init` and `get`. Shared libraries are taken over at `init`, and the modules that import them find them there.
 */
export function ownContainer(options: Pick<RemoteOptions, 'root' | 'shared'>): Plugin {
  return {
    name: 'linkspan:own-container',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /virtual:mf.*(REMOTE_ENTRY_ID|__loadShare__|hostAutoInit|pendingShares)/ },
      handler(code, id) {
        if (id.includes('__loadShare__')) return { code: toLent(code), map: null };
        // What is left starts the plugin's own container, and would draw its runtime into the build.
        return { code: id.includes('REMOTE_ENTRY_ID') ? toEntry(options) : 'export {};', map: null };
      },
    },
  };
}

/** The remote's entry: what a federation's runtime calls. */
function toEntry({ root, shared = {} }: Pick<RemoteOptions, 'root' | 'shared'>): string {
  const needs = JSON.stringify(shared);
  const get = `
    ${importOf('createGet', 'container')}
    export const get = createGet({ './connector': () => import(${quote(resolve(root, 'src/connector.ts'))}) });`;
  return needs === '{}'
    ? `${get} export const init = () => undefined;`
    : `${get} ${importOf('takeLent', 'lent')} export const init = (scope) => takeLent(scope, ${needs});`;
}

/** Stands for a shared library: the plugin has read which of its exports are used, and those are taken over. */
function toLent(code: string): string {
  const [, library] = /"canonical":"default:([^"]+)"/.exec(code) ?? [];
  const names = [...code.matchAll(/__mf_\d+ as ([\w$]+)/g)].map(([, name]) => name);
  if (library === undefined || names.length === 0)
    throw new Error('The federation writes shared libraries in another form: see own-container.ts.');
  return `
    ${importOf('lentLibrary', 'lent')}
    const library = lentLibrary(${quote(library)});
    export { library as __moduleExports };
    export default library.default ?? library;
    export const { ${names.join()} } = library;`;
}

function importOf(name: string, file: string): string {
  return `import { ${name} } from ${quote(resolve(kit, `${file}.ts`))};`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
