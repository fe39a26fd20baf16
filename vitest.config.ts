import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { replace } from './remote-solana/src/own/replace.ts';

/** Unit and contract tests of every package. The journeys in a browser have their own configuration in `e2e`. */
export default defineConfig({
  resolve: {
    // What the Solana remote's build replaces in its wallet library, its tests replace too.
    alias: Object.entries(replace).map(([module, file]) => ({
      find: new RegExp(`^${module}$`),
      replacement: resolve(import.meta.dirname, 'remote-solana', file),
    })),
  },
  test: {
    include: ['**/*.test.{ts,tsx,mjs}'],
    exclude: [...configDefaults.exclude, '**/dist/**', '**/.linkspan/**', 'e2e/**'],
    environment: 'node',
    // A test of the release command signs, writes and reads back: on a busy machine that takes its time.
    testTimeout: 30_000,
    // Vitest leaves one core free for itself, and that is half of a small machine.
    maxWorkers: '100%',
    restoreMocks: true,
    unstubGlobals: true,
    server: { deps: { inline: ['@solana/wallet-adapter-react'] } },
  },
});
