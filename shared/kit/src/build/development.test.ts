import { contractVersion } from '@linkspan/contract';
import { createServer, type Plugin } from 'vite';
import { expect, it } from 'vitest';
import { development } from './development.ts';

/** The live document of a development server with the plugin. */
async function readServed(plugin: Plugin): Promise<unknown> {
  const server = await createServer({
    configFile: false,
    logLevel: 'silent',
    plugins: [plugin],
    server: { port: 0, ws: false, watch: null },
  });
  await server.listen();
  try {
    const [url] = server.resolvedUrls?.local ?? [];
    const response = await fetch(new URL('live.json', url));
    return await response.json();
  } finally {
    await server.close();
  }
}

it('serves a live document of version dev, for the contract of the kit', async () => {
  const options = { root: '.', name: 'remote-evm', version: '1.0.0', port: 0 };
  const manifest = { remote: 'remote-evm', version: 'dev', contract: contractVersion, shared: {} };
  expect(await readServed(development(options))).toMatchObject({ release: { manifest } });
});
