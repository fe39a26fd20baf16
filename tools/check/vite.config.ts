import { cp, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findPackages, toNotices } from '@linkspan/kit/notices';
import { noticesName } from '@linkspan/trust';
import { build, defineConfig, type Plugin } from 'vite';

const dist = resolve(import.meta.dirname, 'dist');
const source = (name: string) => resolve(import.meta.dirname, 'src', name);

/** Beside the command: the suite as one script for the page, the practice wallets, and the notices of all that is built in. */
function withPageParts(): Plugin {
  return {
    name: 'page-parts',
    async writeBundle(_, bundle) {
      const result = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir: dist,
          emptyOutDir: false,
          target: 'es2023',
          lib: {
            entry: source('in-page.ts'),
            formats: ['iife'],
            name: 'linkspanCheck',
            fileName: () => 'in-page.js',
          },
        },
      });
      const outputs = Array.isArray(result) ? result : [result];
      const chunks = [
        ...outputs.flatMap((one) => ('output' in one ? one.output : [])),
        ...Object.values(bundle),
      ];
      const modules = chunks.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
      const notices = toNotices(await findPackages(modules), console.warn);
      await writeFile(resolve(dist, noticesName), notices ?? '');
      // Types alone, which a team's subject has.
      await cp(resolve(import.meta.dirname, '../release/src/site/subject.ts'), resolve(dist, 'subject.d.ts'));
      const practice = resolve(import.meta.dirname, '../practice/dist');
      for (const file of ['wallets.js', noticesName])
        await cp(resolve(practice, file), resolve(dist, 'practice', file));
    },
  };
}

/** One command for Node, with everything in it except a browser's driver and the programs of chains. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: ['playwright-core', 'litesvm', '@foundry-rs/anvil'] },
  build: {
    ssr: source('command.ts'),
    outDir: dist,
    emptyOutDir: true,
    target: 'node20',
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { output: { entryFileNames: '[name].js' } },
  },
  plugins: [withPageParts()],
});
