import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const wallets = fileURLToPath(new URL('src/wallets/', import.meta.url));

/** Builds the practice wallets as one module of a fixed name. */
export default defineConfig({
  plugins: [
    {
      // The practice accounts have ed25519 keys alone, and NEAR's other curve brings elliptic: 200 kB at each load.
      name: 'no-secp256k1',
      enforce: 'pre',
      resolveId: (id) => (id === 'secp256k1' ? '\0secp256k1' : undefined),
      load: (id) => (id === '\0secp256k1' ? 'export default {};' : undefined),
    },
  ],
  publicDir: false,
  build: {
    outDir: fileURLToPath(new URL('dist', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: { wallets: `${wallets}index.ts` },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
});
