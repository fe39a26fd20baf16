import { linkspan } from '@linkspan/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm start` of the repository writes the configuration, and names the site. */
const { LINKSPAN_CONFIG = '../../.linkspan/app.config.json', LINKSPAN_SITE } = process.env;

export default defineConfig({
  plugins: [react(), linkspan({ config: LINKSPAN_CONFIG, ...(LINKSPAN_SITE && { site: LINKSPAN_SITE }) })],
  // In development, while `npm start` runs: the practice wallets.
  server: { proxy: { '/practice': 'http://localhost:4300' } },
});
