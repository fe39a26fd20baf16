import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findPackages, toNotices } from '@linkspan/kit/notices';
import { noticesName } from '@linkspan/trust';
import { build, defineConfig, type Plugin } from 'vite';

const dist = resolve(import.meta.dirname, 'dist');
const source = (name: string) => resolve(import.meta.dirname, 'src', name);

/** The practice accounts have ed25519 keys alone, and NEAR's other curve brings elliptic: 200 kB at each load. */
const withoutSecp256k1: Plugin = {
  name: 'no-secp256k1',
  enforce: 'pre',
  resolveId: (id) => (id === 'secp256k1' ? '\0secp256k1' : undefined),
  load: (id) => (id === '\0secp256k1' ? 'export default {};' : undefined),
};

/** Beside the wallets: the module for Node with all but the programs of chains, and the notices of all that is built in. */
function withNodePart(): Plugin {
  return {
    name: 'node-part',
    async writeBundle(_, wallets) {
      const result = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        plugins: [withoutSecp256k1],
        define: {
          'process.env.NODE_ENV': '"production"',
          // ws is as good without its optional programs.
          'process.env.WS_NO_BUFFER_UTIL': '"1"',
          'process.env.WS_NO_UTF_8_VALIDATE': '"1"',
        },
        ssr: { noExternal: true, external: ['litesvm', '@foundry-rs/anvil'] },
        build: {
          ssr: source('index.ts'),
          outDir: dist,
          emptyOutDir: false,
          target: 'node20',
          chunkSizeWarningLimit: 1_000,
          rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
        },
      });
      const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
        'output' in one ? one.output : [],
      );
      const modules = [...Object.values(wallets), ...outputs].flatMap((one) =>
        one.type === 'chunk' ? one.moduleIds : [],
      );
      const notices = toNotices(await findPackages(modules), console.warn);
      await writeFile(resolve(dist, noticesName), notices ?? '');
    },
  };
}

/** Builds the practice wallets as one module of a fixed name. */
export default defineConfig({
  plugins: [withoutSecp256k1, withNodePart()],
  publicDir: false,
  build: {
    outDir: dist,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: { wallets: source('wallets/index.ts') },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
});
