import { linkspan } from '@linkspan/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [linkspan({ config: 'wallets.config.json' })] });
