import { remoteConfig } from '@linkspan/kit/preset';
import { defineConfig } from 'vite';
import own from './package.json' with { type: 'json' };
import { replace, replaceInDiscovery } from './replace.ts';
import { accepts } from './src/accepts.ts';

export default defineConfig(({ command }) =>
  remoteConfig(
    {
      root: import.meta.dirname,
      name: 'remote-near',
      version: own.version,
      accepts,
      port: Number(process.env.LINKSPAN_NEAR_PORT ?? 4303),
      replace,
      exportsAlone: ['@near-wallet-selector/[\\w-]+'],
      globals: { Buffer: 'buffer' },
      replaceInDiscovery,
      apart: ['loaded'],
    },
    command,
  ),
);
