import { remoteConfig } from '@linkspan/kit/preset';
import { defineConfig } from 'vite';
import own from './package.json' with { type: 'json' };
import { accepts } from './src/accepts.ts';

/** Modules that a file of this remote replaces: `replaced.ts` says why. */
const replace = {
  '@near-js/providers': 'replaced.ts',
  'js-sha256': 'replaced.ts',
};

/** The same for wallets that are loaded: NEAR's second curve brings 200 kB, and no account here signs by it. */
const replaceInDiscovery = { secp256k1: 'no-secp256k1.ts', 'js-sha256': 'sha256.ts' };

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
      separateChunks: ['loaded'],
    },
    command,
  ),
);
