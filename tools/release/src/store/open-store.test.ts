import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../testing/folders.ts';
import { loadInstalled, openStore } from './open-store.ts';

function setEnvironment(variables: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe('a store', () => {
  it('opens at the address of a folder', async () => {
    const folder = await temporaryFolder();
    const store = await openStore(`file:${folder}`);
    expect(store.address).toBe(`file:${folder}`);
    await store.createIfAbsent('evm/live.json', Uint8Array.of(1));
    expect(await store.list('evm/')).toMatchObject([{ path: 'evm/live.json', size: 1 }]);
  });

  const ofKey = 'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=c2VjcmV0;EndpointSuffix=a.example';
  const ofSignature = 'BlobEndpoint=https://a.example;SharedAccessSignature=sv=1&sig=2';

  it.each([
    ['s3://bucket/prefix', { AWS_REGION: 'eu-central-1' }],
    ['azure://container', { AZURE_STORAGE_CONNECTION_STRING: ofKey }],
    ['azure://$web', { AZURE_STORAGE_CONNECTION_STRING: ofSignature }],
  ])('opens at %s without asking anything of it', async (text, variables) => {
    setEnvironment(variables);
    expect((await openStore(text)).address).toBe(`${text}/`);
  });

  it.each<[string, string, Readonly<Record<string, string | undefined>>]>([
    ['s3://bucket', 'AWS_REGION', { AWS_REGION: undefined, AWS_CONFIG_FILE: '/absent' }],
    ['azure://container', 'AZURE_STORAGE_CONNECTION_STRING', { AZURE_STORAGE_CONNECTION_STRING: undefined }],
    [
      'azure://container',
      'AZURE_STORAGE_CONNECTION_STRING',
      { AZURE_STORAGE_CONNECTION_STRING: 'AccountName=secret' },
    ],
  ])(
    'at %s names the variable that is missing or wrong, %s, and no secret',
    async (text, name, variables) => {
      setEnvironment(variables);
      const error = await openStore(text).catch((one) => one);
      expect(error).toMatchObject({ code: 'store/credentials', message: expect.stringContaining(name) });
      expect(error.message).not.toContain('secret');
    },
  );

  it('names the library that is not installed', async () => {
    const load = () => Promise.reject(Object.assign(new Error('none'), { code: 'ERR_MODULE_NOT_FOUND' }));
    await expect(loadInstalled('@azure/storage-blob', load)).rejects.toMatchObject({
      code: 'store/not-installed',
      message: expect.stringContaining('npm install --save-dev @azure/storage-blob'),
    });
  });
});
