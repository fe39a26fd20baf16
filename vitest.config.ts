import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { replace } from './remote-solana/replace.ts';
import { SkippedReporter } from './tools/scripts/skipped-reporter.ts';

/** Tests of these names need a document; each file has its own. */
const inDocuments = ['host/src/**/*.test.tsx', '**/*.dom.test.ts'];
/** Tests that start real processes, build, or repeat something many times. */
const slow = ['**/*.drill.test.{ts,mjs}'];
const browserTests = 'tools/e2e/src/{attacks,extension,faults,journeys}/**/*.test.ts';
/** Each remote in a repository of its own has its own tests. */
const apart = ['tools/release/template/**', 'example/remote-*/**'];
const exclude = [...configDefaults.exclude, '**/dist/**', '**/.linkspan/**', ...apart];

/** In real browsers, against built and signed releases on separate origins. */
const inBrowser = {
  globalSetup: ['tools/e2e/src/place/set-up.ts'],
  exclude,
  environment: 'node',
  // Playwright takes seconds to load, and each file has pages of its own.
  isolate: false,
  // Each worker has a stack of its own: page, remotes, chains and store.
  // Run one such project per command: behind another group, Vitest 4.1.12 can give two running files one VITEST_POOL_ID.
  maxWorkers: Number(process.env.LINKSPAN_WORKERS) || 2,
  // Within a file, where tests allow it.
  maxConcurrency: 3,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  teardownTimeout: 20_000,
  expect: { poll: { timeout: 15_000 } },
} as const;

/**
 * `npm test` runs units, documents and browser without the tests that are tagged `release`; `npm run test:release` runs
 * those, looks, and the projects whose names begin with release.
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
    allowOnly: false,
    tags: [{ name: 'release', description: 'Runs before a release: a neighbor of what npm test shows.' }],
    reporters: ['default', new SkippedReporter()],
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['**/*.test.{ts,tsx,mjs}'],
          exclude: [...exclude, ...slow, ...inDocuments, 'tools/e2e/**'],
          setupFiles: ['wait-longer', 'between-test-files', 'fail-reported'].map(
            (name) => `tools/scripts/${name}.mjs`,
          ),
          environment: 'node',
          isolate: false,
          // Vitest leaves one core free for itself, and that is half of a small machine.
          maxWorkers: '100%',
          // A busy machine takes its time; nothing fails for being slow.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { interval: 5 } },
          restoreMocks: true,
          unstubGlobals: true,
          server: { deps: { inline: ['@solana/wallet-adapter-react'] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'documents',
          include: inDocuments,
          exclude,
          setupFiles: ['wait-longer', 'between-test-files', 'open-document', 'fail-reported'].map(
            (name) => `tools/scripts/${name}.mjs`,
          ),
          environment: 'node',
          isolate: false,
          maxWorkers: '100%',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { interval: 5 } },
          restoreMocks: true,
          unstubGlobals: true,
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'browser',
          include: [browserTests],
          exclude: [...exclude, ...slow],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...inBrowser,
          name: 'looks',
          include: ['tools/e2e/src/looks/looks.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'release-units',
          globalSetup: ['tools/scripts/pack-once.mjs'],
          include: slow,
          exclude: [...exclude, 'tools/e2e/**'],
          setupFiles: ['tools/scripts/fail-reported.mjs'],
          environment: 'node',
          maxWorkers: '100%',
          testTimeout: 240_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'release-browser',
          include: [
            'tools/e2e/src/**/*.drill.test.ts',
            'tools/e2e/src/soak/**/*.test.ts',
            'tools/e2e/src/servers/**/*.test.ts',
          ],
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'release-firefox',
          include: ['dialog', 'tour']
            .map((name) => `tools/e2e/src/journeys/${name}.test.ts`)
            .concat(
              'tools/e2e/src/faults/{remotes,wallets}.test.ts',
              'tools/e2e/src/attacks/bombs.drill.test.ts',
            ),
          env: { LINKSPAN_ENGINES: 'Firefox' },
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'release-engines',
          include: ['tools/e2e/src/attacks/**/*.test.ts'],
          exclude: [...exclude, ...slow],
          env: { LINKSPAN_ENGINES: 'Firefox,WebKitGTK' },
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
