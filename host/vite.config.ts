import { join } from 'node:path';
import { toDevelopmentServer } from '@linkspan/contract/development';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { developmentPage } from './build/development-page.ts';

/** The development server. What is deployed is built by `build.ts`. `LINKSPAN_DEV` is a folder of the dev command. */
const folder = process.env.LINKSPAN_DEV ?? join(import.meta.dirname, '../.linkspan/dev');

export default defineConfig({
  publicDir: join(folder, 'public'),
  define: { FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true' },
  server: toDevelopmentServer(process.env),
  appType: 'custom',
  // There is no index.html to find these by. A library found later would reload the page, with two Reacts until then.
  optimizeDeps: { entries: ['src/bootstrap/host.ts', 'src/bootstrap/early.ts'] },
  plugins: [react(), developmentPage(folder)],
});
