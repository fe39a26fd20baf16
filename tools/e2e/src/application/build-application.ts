import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import vue from '@vitejs/plugin-vue';
import { build } from 'vite';
import { outputFolder } from '../place/stack.ts';

/** Builds an application of the tests as its own team would, by Vite alone; returns the folder. */
export async function buildApplication(name = 'app'): Promise<string> {
  const outDir = join(outputFolder, `built-${name.replace('/', '-')}`);
  await build({
    root: join(import.meta.dirname, name),
    configFile: false,
    logLevel: 'warn',
    plugins: [vue(), svelte({ configFile: false })],
    build: { outDir, emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 2_000 },
  });
  return outDir;
}
