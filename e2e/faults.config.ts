import { findFreePorts } from '@linkspan/practice/free-ports';
import { defineConfig } from 'vitest/config';
import { portCount, portsVariable } from './src/place/addresses.ts';

const ports = (await findFreePorts(portCount)).join();
// For this process, which opens the house, and by `env` for those that run the tests.
process.env[portsVariable] = ports;

/** The faults: whatever breaks, the page stays, the other families go on, and nobody waits for ever. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['src/{faults,soak}/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['src/faults/set-up.ts'],
    env: { [portsVariable]: ports },
    // One house for all: its chains and servers are broken on purpose.
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 20_000,
  },
});
