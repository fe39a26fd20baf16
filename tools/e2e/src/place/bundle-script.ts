import { build } from 'vite';

/**
 * A module of this package and all that it imports as one classic script, to be put into a page. `withManifests` keeps
 * the part of the federation's runtime that loads a remote by its manifest.
 */
export async function bundleScript(entry: string, { withManifests = false } = {}): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      'process.env.NODE_ENV': '"production"',
      FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: `${!withManifests}`,
    },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry, formats: ['iife'], name: 'linkspanScript' },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error(`${entry} was built into nothing.`);
  return chunk.code;
}
