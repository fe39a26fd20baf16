import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Azurite, openInAzurite, startAzurite } from '../testing/start-azurite.ts';
import { immutableHeaders, liveHeaders } from './store.ts';

const bytes = Uint8Array.from(Buffer.from('{}'));

let azurite: Azurite;
beforeAll(async () => {
  azurite = await startAzurite();
});
afterAll(() => azurite.close());

describe('an Azure store', () => {
  it.each([
    [
      'an immutable file',
      immutableHeaders('a.js'),
      'text/javascript; charset=utf-8',
      /max-age=31536000, immutable/,
    ],
    ['a live document', liveHeaders('a.json'), 'application/json', /^no-cache/],
  ])('serves %s as it should be', async (name, given, type, cache) => {
    const prefix = name.replaceAll(' ', '-');
    const store = await openInAzurite(azurite, `azure://${azurite.container}/${prefix}`);
    const tag = await store.createIfAbsent('a', bytes, given);
    const served = async () => (await fetch(`${azurite.endpoint}/${azurite.container}/${prefix}/a`)).headers;
    expect((await served()).get('content-type')).toBe(type);
    expect((await served()).get('cache-control')).toMatch(cache);
    await store.replaceIfUnchanged('a', Uint8Array.of(1), tag, given);
    expect((await served()).get('cache-control')).toMatch(cache);
  });

  it('tells of a key that has no right', async () => {
    const connectionString = azurite.connectionString.replace(/AccountKey=[^;]+/, 'AccountKey=d3Jvbmcga2V5');
    const store = await openInAzurite({ ...azurite, connectionString }, `azure://${azurite.container}`);
    await expect(store.createIfAbsent('a', bytes, liveHeaders('a'))).rejects.toMatchObject({
      code: 'store/refused',
    });
  });

  it('tells of a container that is not there', async () => {
    const store = await openInAzurite(azurite, 'azure://absent');
    const missing = { code: 'store/missing' };
    await expect(store.createIfAbsent('a', bytes, liveHeaders('a'))).rejects.toMatchObject(missing);
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
