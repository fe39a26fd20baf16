import { join } from 'node:path';
import { build } from 'vite';

/** The conformance suite as one classic script, to be put into a page. */
export async function bundleSuite(): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: join(import.meta.dirname, 'in-page.ts'), formats: ['iife'], name: 'linkspanConformance' },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk === undefined) throw new Error('The conformance suite was built into nothing.');
  return chunk.code;
}
