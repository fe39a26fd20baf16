import { linkspan } from '@linkspan/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    linkspan({
      title: '__TITLE__',
      networks: [__NETWORKS__],
      __PRACTICE__,
    }),
  ],
});
