import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { Mutant } from './mutants-of.ts';

const { file, start, end, text } = JSON.parse(process.env.LINKSPAN_MUTANT ?? '{}') as Partial<Mutant>;
const source = resolve(import.meta.dirname, '../..');

/** The package's own tests against one fault, which `LINKSPAN_MUTANT` names; none where it is missing. */
export default defineConfig({
  root: source,
  plugins: [
    {
      name: 'linkspan:mutant',
      enforce: 'pre',
      transform: (code, id) =>
        file !== undefined && id === resolve(source, file)
          ? code.slice(0, start) + text + code.slice(end)
          : undefined,
    },
  ],
  test: {
    include: ['**/*.test.ts'],
    // What takes long, or has faults seeded itself.
    exclude: ['size.test.ts', '**/*.drill.test.ts'],
    environment: 'node',
    restoreMocks: true,
    unstubGlobals: true,
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    bail: 1,
  },
});
