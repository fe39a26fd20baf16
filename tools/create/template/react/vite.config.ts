import { linkspan } from '@linkspan/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    react(),
    linkspan({
      title: '__TITLE__',
      networks: [__NETWORKS__],
      __PRACTICE__,
    }),
  ],
});
