import { contractVersion } from '@linkspan/contract';
import { createServer, type Plugin } from 'vite';
import { describe, expect, it } from 'vitest';
import { developmentDocument } from './development.ts';

/** What a development server with the plugin answers where the live document is. */
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

describe('the live document of a development server', () => {
  const options = { root: '.', name: 'remote-evm', version: '1.0.0', port: 0 };
  it.each([
    [contractVersion, 'the kit’s', {}],
    ['1.0', 'the declared', { contract: '1.0' }],
  ])('needs contract %s, %s one', async (contract, _, declared) => {
    const served = await readServed(developmentDocument({ ...options, ...declared }));
    expect(served).toMatchObject({ release: { manifest: { remote: 'remote-evm', contract } } });
  });
});
