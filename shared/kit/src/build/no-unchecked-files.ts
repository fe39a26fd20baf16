import type { Plugin } from 'vite';
import { isFederationManifest } from './only-reachable.ts';

/** One output of a build, as far as this looks at it. */
type Output = { readonly type: 'asset' | 'chunk'; readonly fileName: string };

/**
 * Refuses a build that would have the browser load a file by its address, where it looks at no hash: an imported style,
 * `?url`, `?worker`, `new Worker(new URL(…))`, `new URL('x.wasm', import.meta.url)`. Such a file belongs into the
 * remote's folder `files`, and is asked for by `port.files`.
 */
export function noUncheckedFiles(): Plugin {
  return {
    name: 'linkspan:no-unchecked-files',
    apply: 'build',
    enforce: 'post',
    generateBundle: { order: 'post', handler: (_, bundle) => assertNoAssets(Object.values(bundle)) },
  };
}

/** Throws a sentence that names what is no script. */
export function assertNoAssets(outputs: readonly Output[]): void {
  const found = outputs.find(({ type, fileName }) => type === 'asset' && !isFederationManifest(fileName));
  if (found !== undefined)
    throw new Error(
      `The build makes ${found.fileName} of an import, which a browser would load without looking at its hash. Put the file into the folder files and ask for it by port.files.`,
    );
}
