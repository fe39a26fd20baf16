import { remoteConfig } from '@linkspan/kit/preset';
import { defineConfig } from 'vite';
import own from './package.json' with { type: 'json' };

export default defineConfig(({ command }) =>
  remoteConfig(
    {
      root: import.meta.dirname,
      name: 'remote-near',
      version: own.version,
      replace: { '@near-js/providers': 'src/unused.ts', 'js-sha256': 'src/unused.ts' },
      port: Number(process.env['LINKSPAN_NEAR_PORT'] ?? 4303),
    },
    command,
  ),
);
