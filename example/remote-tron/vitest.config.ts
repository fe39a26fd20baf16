import { defineConfig } from 'vitest/config';

/** Without the plugins of `vite.config.ts`, which build a remote. */
export default defineConfig({ test: { include: ['src/**/*.test.ts'], unstubGlobals: true } });
