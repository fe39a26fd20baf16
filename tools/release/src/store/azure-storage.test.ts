import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeStore } from '../testing/describe-store.ts';
import { type Azurite, startAzurite } from '../testing/start-azurite.ts';
import type { Environment } from './address.ts';
import { openStore } from './open-store.ts';
import { immutableHeaders, liveHeaders, systemClock } from './store.ts';

const clock = { ...systemClock, pause: () => Promise.resolve() };
const bytes = Uint8Array.from(Buffer.from('{}'));

let azurite: Azurite;
let env: Environment;
beforeAll(async () => {
  azurite = await startAzurite();
  env = { AZURE_STORAGE_CONNECTION_STRING: azurite.connectionString };
});
afterAll(() => azurite.close());

describeStore('an Azure store', () => openStore(`azure://${azurite.container}/some/prefix`, env, clock));

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
    const store = await openStore(`azure://${azurite.container}/${prefix}`, env, clock);
    const tag = await store.createIfAbsent('a', bytes, given);
    const served = async () => (await fetch(`${azurite.endpoint}/${azurite.container}/${prefix}/a`)).headers;
    expect((await served()).get('content-type')).toBe(type);
    expect((await served()).get('cache-control')).toMatch(cache);
    await store.replaceIfUnchanged('a', Uint8Array.of(1), tag, given);
    expect((await served()).get('cache-control')).toMatch(cache);
  });

  it('opens with an account’s key', async () => {
    const { account, key, endpoint, container } = azurite;
    const address = `azure://${container}/by-key?account=${account}&endpoint=${endpoint}`;
    const store = await openStore(address, { AZURE_STORAGE_KEY: key }, clock);
    const tag = await store.createIfAbsent('a', bytes, liveHeaders('a'));
    expect(await store.read('a')).toEqual({ bytes, tag });
  });

  it('tells of a key that has no right', async () => {
    const { account, endpoint, container } = azurite;
    const address = `azure://${container}?account=${account}&endpoint=${endpoint}`;
    const store = await openStore(address, { AZURE_STORAGE_KEY: 'd3JvbmcgZXZlcnl3aGVyZQ==' }, clock);
    await expect(store.createIfAbsent('a', bytes, liveHeaders('a'))).rejects.toMatchObject({
      code: 'store/refused',
    });
  });

  it('tells of a container that is not there', async () => {
    const store = await openStore('azure://absent', env, clock);
    const missing = { code: 'store/missing' };
    await expect(store.createIfAbsent('a', bytes, liveHeaders('a'))).rejects.toMatchObject(missing);
    await expect(store.read('a')).rejects.toMatchObject(missing);
    await expect(store.list('')).rejects.toMatchObject(missing);
  });

  it('tells of a server that is not there', async () => {
    const other = await startAzurite();
    await other.close();
    const access = { AZURE_STORAGE_CONNECTION_STRING: other.connectionString };
    const store = await openStore('azure://absent', access, clock);
    await expect(store.read('a')).rejects.toMatchObject({
      code: 'store/unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });
});
