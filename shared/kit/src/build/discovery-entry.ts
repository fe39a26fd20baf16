import { resolve } from 'node:path';
import { build } from 'vite';
import type { RemoteOptions } from './remote-options.ts';

/** What was built of a discovery: the name of its file, and the ids of the modules in it and its chunks. */
interface BuiltDiscovery {
  readonly file: string;
  readonly modules: readonly string[];
}

/** Builds `src/discovery.ts` as one plain ES module, apart from the federation. */
export async function buildDiscovery({ root }: RemoteOptions, outDir: string): Promise<BuiltDiscovery> {
  const result = await build({
    root,
    base: './',
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: 'es2023',
      outDir,
      emptyOutDir: false,
      // As a library: Vite wraps no import on demand in a preloader of stylesheets, which a discovery does not have.
      lib: { entry: { discovery: resolve(root, 'src/discovery.ts') }, formats: ['es'] },
      rolldownOptions: {
        // Limits are written where they are used: otherwise each would cost a name, too.
        optimization: { inlineConst: { mode: 'all' } },
        // What is loaded on demand takes what it shares from the entry: no third file before the list is shown.
        preserveEntrySignatures: 'allow-extension',
        output: {
          minify: true,
          comments: false,
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output : []));
  const entry = chunks.find((chunk) => chunk.type === 'chunk' && chunk.isEntry);
  if (entry === undefined) throw new Error('src/discovery.ts was built into no entry');
  return { file: entry.fileName, modules: modulesOf(chunks) };
}

/** One output of a build, as far as this looks at it. */
type Output = { readonly type: 'asset' } | { readonly type: 'chunk'; readonly moduleIds: readonly string[] };

/** The ids of the modules that are in the chunks of a build. */
export function modulesOf(outputs: readonly Output[]): string[] {
  return outputs.flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
}
