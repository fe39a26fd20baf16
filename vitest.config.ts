import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { replace } from './remote-solana/replace.ts';

const tests = ['**/*.test.{ts,tsx,mjs}'];
/** The tests of `e2e` run in browsers and have a configuration of their own, but for those of its own parts. */
const elsewhere = [
  ...configDefaults.exclude,
  '**/dist/**',
  '**/.linkspan/**',
  'tools/e2e/src/**/!(*.unit).test.ts',
];
const drills = ['**/*.drill.test.{ts,mjs}'];
/** Tests that need a document; each file has its own. */
const inDocuments = ['host/src/**/*.test.tsx', '**/*.dom.test.ts'];

/**
 * Unit and contract tests. Drills start real processes, build, or run for seconds, so that `npm test` leaves them to
 * `npm run test:all`.
 */
export default defineConfig({
  resolve: {
    // What the Solana remote's build replaces in its wallet library, its tests replace too.
    alias: Object.entries(replace).map(([module, file]) => ({
      find: new RegExp(`^${module}$`),
      replacement: resolve(import.meta.dirname, 'remote-solana', file),
    })),
  },
  test: {
    environment: 'node',
    allowOnly: false,
    // Vitest leaves one core free for itself, and that is half of a small machine.
    maxWorkers: '100%',
    // A busy machine takes its time; nothing fails for being slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
    server: { deps: { inline: ['@solana/wallet-adapter-react'] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          setupFiles: ['tools/scripts/between-test-files.mjs'],
          include: tests,
          exclude: [...elsewhere, ...drills, ...inDocuments],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'documents', include: inDocuments, exclude: elsewhere, environment: 'happy-dom' },
      },
      {
        extends: true,
        test: { name: 'drills', include: drills, exclude: elsewhere, testTimeout: 240_000 },
      },
    ],
  },
});
