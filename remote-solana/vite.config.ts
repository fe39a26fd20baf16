import { remoteConfig, replaceForWalletConnect } from '@linkspan/kit/preset';
import { defineConfig } from 'vite';
import own from './package.json' with { type: 'json' };
import { replace } from './replace.ts';
import { accepts } from './src/accepts.ts';

export default defineConfig(({ command }) =>
  remoteConfig(
    {
      root: import.meta.dirname,
      name: 'remote-solana',
      version: own.version,
      accepts,
      port: Number(process.env.LINKSPAN_SOLANA_PORT ?? 4302),
      shared: { react: '^19.0.0', 'react-dom/client': '^19.0.0' },
      replace,
      replaceInDiscovery: replaceForWalletConnect,
      separateChunks: ['loaded'],
      vendors: { 'wallet-adapter': ['@solana/wallet-adapter-base', '@solana/wallet-adapter-react'] },
    },
    command,
  ),
);
