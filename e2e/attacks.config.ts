import { defineConfig } from 'vitest/config';

/** The attacks: what somebody who has taken a store over does, in three engines, against stores that really sign. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/{attacks,engines,extension}/**/*.test.ts'],
    fileParallelism: false,
    environment: 'node',
    // Most of a trial is a browser's work; more at once would only wait for the processor.
    maxConcurrency: 3,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 20_000,
  },
});
