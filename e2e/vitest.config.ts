import { configDefaults, defineConfig } from 'vitest/config';
import { environment } from './src/place/addresses.ts';

/** The journeys: what people do, in a real browser, against built remotes on origins of their own. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    // Attacks and faults have configurations of their own.
    exclude: [...configDefaults.exclude, 'src/{attacks,engines,extension,faults,soak}/**'],
    environment: 'node',
    globalSetup: ['src/place/set-up.ts'],
    env: { ...environment },
    // One chain and one processor for all: the journeys run one after the other.
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
  },
});
