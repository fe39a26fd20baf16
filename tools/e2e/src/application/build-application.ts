import { join } from 'node:path';
import { build } from 'vite';
import { outputFolder } from '../place/stack.ts';

/** Builds the application of the tests as its own team would, by Vite alone; returns the folder. */
export async function buildApplication(): Promise<string> {
  const outDir = join(outputFolder, 'built-application');
  await build({
    root: join(import.meta.dirname, 'app'),
    configFile: false,
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, target: 'es2023' },
  });
  return outDir;
}
