import { build, type Plugin } from 'vite';

/** How a script is bundled. */
interface Bundling {
  readonly define?: Record<string, string>;
  readonly plugins?: Plugin[];
}

/** A module and all that it imports as one classic script, to be put into a page before its own. */
export async function bundleScript(
  entry: string,
  { define = {}, plugins = [] }: Bundling = {},
): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define,
    plugins,
    build: {
      write: false,
      target: 'es2023',
      // Its share of the processor is the same on every page, and small.
      minify: true,
      lib: { entry, formats: ['iife'], name: 'linkspanBenchScript' },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error(`${entry} was built into nothing.`);
  return chunk.code;
}
