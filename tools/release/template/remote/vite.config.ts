import { remoteConfig } from '@linkspan/kit/preset';
import { defineConfig } from 'vite';
import own from './package.json' with { type: 'json' };
import { accepts } from './src/accepts.ts';

export default defineConfig(({ command }) =>
  remoteConfig(
    {
      root: import.meta.dirname,
      name: own.name,
      version: own.version,
      accepts,
      port: Number(process.env.LINKSPAN_REMOTE_PORT ?? 4304),
    },
    command,
  ),
);
