import { linkspan } from '@linkspan/vite';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    vue(),
    linkspan({
      title: '__TITLE__',
      networks: [__NETWORKS__],
      __PRACTICE__,
      app: { trustedTypes: ['vue'] },
    }),
  ],
});
