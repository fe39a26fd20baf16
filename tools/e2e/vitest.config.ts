import { defineConfig } from 'vitest/config';
import { findStackPorts, portsVariable } from './src/place/stack.ts';

/** How many files run at the same time, each against a stack of its own. */
const workers = Number(process.env.LINKSPAN_WORKERS) || 2;
const ports = await findStackPorts(workers);
// For this process, which opens the stacks; the workers get it by `env`.
process.env[portsVariable] = ports;

/**
 * Everything that is tried in real browsers, against built and signed releases on separate origins: journeys, attacks,
 * faults and the soak. What needs more than Node and one Chromium, or takes long, is named `*.drill.test.ts`.
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/**/*.test.ts'],
    // They need no browser, and run with the other unit tests.
    exclude: ['src/**/*.unit.test.ts'],
    environment: 'node',
    allowOnly: false,
    // Of a file whose tests `npm test` runs all, the rest runs none.
    passWithNoTests: process.env.LINKSPAN_PART === 'rest',
    globalSetup: ['src/place/set-up.ts'],
    env: { [portsVariable]: ports },
    maxWorkers: workers,
    // Within a file, where tests allow it: a trial is mostly a browser's work.
    maxConcurrency: 3,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 20_000,
  },
});
