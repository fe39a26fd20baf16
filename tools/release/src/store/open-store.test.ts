import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/folders.ts';
import { openStore } from './open-store.ts';
import { liveHeaders } from './store.ts';

describe('a store', () => {
  it('opens at the address of a folder', async () => {
    const folder = await temporaryFolder();
    const store = await openStore(`file:${folder}`, {});
    expect(store.address).toBe(`file:${folder}`);
    await store.createIfAbsent('evm/live.json', Uint8Array.of(1), liveHeaders('evm/live.json'));
    expect(await store.list('evm/')).toMatchObject([{ path: 'evm/live.json', size: 1 }]);
  });

  it.each([
    ['s3://bucket/prefix?region=eu', 's3://bucket/prefix/'],
    ['azure://container?account=acc', 'azure://container/'],
  ])('opens at %s without asking anything of it', async (text, address) => {
    const env = {
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AZURE_STORAGE_KEY: 'c2VjcmV0c2VjcmV0',
    };
    expect((await openStore(text, env)).address).toBe(address);
  });

  it('does not open at a wrong address', async () => {
    await expect(openStore('gopher://hole', {})).rejects.toMatchObject({ code: 'store/address' });
  });
});
