import { configDefaults, defineConfig } from 'vitest/config';

/** Unit and contract tests of every package. The journeys in a browser have their own configuration in `e2e`. */
export default defineConfig({
  test: {
    include: ['**/src/**/*.test.{ts,tsx}', 'tasks/**/*.test.{ts,mjs}'],
    exclude: [...configDefaults.exclude, '**/dist/**', 'e2e/**'],
    environment: 'node',
    restoreMocks: true,
    unstubGlobals: true,
  },
});
