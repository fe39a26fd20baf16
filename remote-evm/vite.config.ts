import { remoteConfig, replaceForWalletConnect } from '@linkspan/kit/preset';
import { defineConfig } from 'vite';
import own from './package.json' with { type: 'json' };
import { accepts } from './src/accepts.ts';

export default defineConfig(({ command }) =>
  remoteConfig(
    {
      root: import.meta.dirname,
      name: 'remote-evm',
      version: own.version,
      accepts,
      port: Number(process.env.LINKSPAN_EVM_PORT ?? 4301),
      replaceInDiscovery: replaceForWalletConnect,
      separateChunks: ['loaded'],
    },
    command,
  ),
);
