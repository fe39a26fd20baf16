import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Azurite, openInAzurite, startAzurite } from '../testing/start-azurite.ts';
import { toHeaders } from './store.ts';

const bytes = Uint8Array.from(Buffer.from('{}'));

let azurite: Azurite;
beforeAll(async () => {
  azurite = await startAzurite();
});
afterAll(() => azurite.close());

describe('an Azure store', () => {
  it.each(['remote-a/1.js', 'remote-a/live.json'])('serves %s with its headers', async (path) => {
    const store = await openInAzurite(azurite, `azure://${azurite.container}/served`);
    const { contentType, cacheControl } = toHeaders(path);
    const served = async () => {
      const { headers } = await fetch(`${azurite.endpoint}/${azurite.container}/served/${path}`);
      return { contentType: headers.get('content-type'), cacheControl: headers.get('cache-control') };
    };
    const tag = await store.createIfAbsent(path, bytes);
    expect(await served()).toEqual({ contentType, cacheControl });
    await store.replaceIfUnchanged(path, Uint8Array.of(1), tag);
    expect(await served()).toEqual({ contentType, cacheControl });
  });

  it('tells of a key that has no right', async () => {
    const connectionString = azurite.connectionString.replace(/AccountKey=[^;]+/, 'AccountKey=d3Jvbmcga2V5');
    const store = await openInAzurite({ ...azurite, connectionString }, `azure://${azurite.container}`);
    await expect(store.createIfAbsent('a', bytes)).rejects.toMatchObject({
      code: 'store/refused',
    });
  });

  it('tells of a container that is not there', async () => {
    const store = await openInAzurite(azurite, 'azure://absent');
    const missing = { code: 'store/missing' };
    await expect(store.createIfAbsent('a', bytes)).rejects.toMatchObject(missing);
    await expect(store.read('a')).rejects.toMatchObject(missing);
    await expect(store.list('')).rejects.toMatchObject(missing);
  });

  it('tells of a server that is not there', async () => {
    const other = await startAzurite();
    await other.close();
    const store = await openInAzurite(other, 'azure://absent');
    await expect(store.read('a')).rejects.toMatchObject({
      code: 'store/unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
