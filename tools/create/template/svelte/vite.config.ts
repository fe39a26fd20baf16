import { linkspan } from '@linkspan/vite';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    svelte(),
    linkspan({
      title: '__TITLE__',
      networks: [__NETWORKS__],
      __PRACTICE__,
      app: { trustedTypes: ['svelte-trusted-html'] },
    }),
  ],
});
