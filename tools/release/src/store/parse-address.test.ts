import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../errors.ts';
import type { Environment } from './address.ts';
import { parseStoreAddress } from './parse-address.ts';

const s3Keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
const whole =
  'DefaultEndpointsProtocol=https;AccountName=acc;AccountKey=c2VjcmV0c2VjcmV0;EndpointSuffix=core.windows.net';

function refusalOf(text: string, env: Environment): Refusal {
  try {
    parseStoreAddress(text, env);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('It was taken');
}

describe('the address of a local store', () => {
  it.each([
    ['file:./some folder', resolve('some folder')],
    ['file:store', resolve('store')],
    ['file:/srv/store', '/srv/store'],
    ['file:///srv/a%20store', '/srv/a store'],
    ['FILE:/srv/store', '/srv/store'],
  ])('is read from %s', (text, folder) => {
    expect(parseStoreAddress(text, {})).toEqual({ kind: 'local', address: `file:${folder}`, folder });
  });
});

describe('the address of an S3 store', () => {
  it('is read with endpoint, region and keys', () => {
    const text = 's3://my.bucket/a/b/?endpoint=https://s3.example.com:9000/&region=eu-central-1';
    expect(parseStoreAddress(text, { ...s3Keys, AWS_SESSION_TOKEN: 'session' })).toEqual({
      kind: 's3',
      address: 's3://my.bucket/a/b/',
      bucket: 'my.bucket',
      prefix: 'a/b/',
      region: 'eu-central-1',
      endpoint: 'https://s3.example.com:9000',
      keys: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'session' },
    });
  });

  it.each([
    ['of Amazon, by the environment', 's3://bucket', { AWS_REGION: 'eu-west-1' }, 'eu-west-1'],
    ['of Amazon, by its older name', 's3://bucket', { AWS_DEFAULT_REGION: 'eu-west-2' }, 'eu-west-2'],
    ['of another server, where none is told', 's3://bucket?endpoint=http://minio:9000', {}, 'us-east-1'],
  ])('knows the region %s', (_, text, env, region) => {
    expect(parseStoreAddress(text, env)).toMatchObject({ region, prefix: '', keys: undefined });
  });
});

describe('the address of an Azure store', () => {
  it.each([
    [
      'a connection string',
      'azure://$web/a/b',
      { AZURE_STORAGE_CONNECTION_STRING: whole },
      { kind: 'connection-string', text: whole },
    ],
    [
      'a key',
      'azure://$web/a/b?account=acc',
      { AZURE_STORAGE_KEY: 'c2VjcmV0c2VjcmV0' },
      { kind: 'key', endpoint: 'https://acc.blob.core.windows.net', account: 'acc', key: 'c2VjcmV0c2VjcmV0' },
    ],
    [
      'a token',
      'azure://$web/a/b?endpoint=http://127.0.0.1:1/acc',
      { AZURE_STORAGE_ACCOUNT: 'acc', AZURE_STORAGE_SAS_TOKEN: '?sv=1&sig=2' },
      { kind: 'token', endpoint: 'http://127.0.0.1:1/acc', token: 'sv=1&sig=2' },
    ],
  ])('is read with %s', (_, text, env, access) => {
    expect(parseStoreAddress(text, env)).toEqual({
      kind: 'azure',
      address: 'azure://$web/a/b/',
      container: '$web',
      prefix: 'a/b/',
      access,
    });
  });
});

describe('a wrong address', () => {
  it.each<[string, Environment, string]>([
    ['./folder', {}, 'it does not say which kind of store'],
    ['', {}, 'it does not say which kind of store'],
    ['ftp://host/folder', {}, 'there is no kind of store “ftp:”'],
    ['file:', {}, 'the folder is missing'],
    ['file://host/folder', {}, 'the folder after file:// is not on this machine'],
    ['s3://', s3Keys, 'a name is missing after //'],
    ['s3://[', s3Keys, 'it cannot be read'],
    ['s3://B/prefix', s3Keys, '“B”'],
    ['s3://bucket', s3Keys, 'its region is missing'],
    ['s3://bucket?endpoint=minio:9000', s3Keys, 'its endpoint'],
    ['s3://bucket?endpoint=https://id:secret@host', s3Keys, 'its endpoint'],
    ['s3://bucket?regoin=eu', s3Keys, 'its parameter “regoin” is not known'],
    ['s3://bucket?region=', s3Keys, 'its parameter “region” is empty'],
    ['s3://bucket?region=a&region=b', s3Keys, 'its parameter “region” is there twice'],
    ['s3://id:secret@bucket', s3Keys, 'it holds a key'],
    ['s3://bucket:9000/a', s3Keys, 'it has a port or a #'],
    ['s3://bucket/%zz', s3Keys, 'it cannot be read'],
    ['azure://my--container', {}, '“my--container”'],
    ['azure://container', { AZURE_STORAGE_KEY: 'c2VjcmV0c2VjcmV0' }, 'its account'],
    ['azure://container?account=acc', { AZURE_STORAGE_CONNECTION_STRING: whole }, 'its parameters'],
    ['azure://container?sig=secret', {}, 'its parameter “sig” is not known'],
  ])('is refused with a sentence: %s', (text, env, place) => {
    const refusal = refusalOf(text, env);
    expect(refusal.code).toBe('store/address');
    expect(refusal.message).toContain(`The store’s address has a mistake: ${place}. It should be `);
  });

  it('has a prefix that a store cannot hold', () => {
    expect(refusalOf('s3://bucket/a//b?region=eu', s3Keys).code).toBe('store/path');
  });

  it.each<[string, Environment]>([
    ['s3://bucket?region=eu', { AWS_ACCESS_KEY_ID: 'secret' }],
    ['s3://bucket?region=eu', { AWS_SECRET_ACCESS_KEY: 'secret' }],
    ['azure://container?account=acc', {}],
    ['azure://container?account=acc', { AZURE_STORAGE_KEY: 'secret, but not in base64' }],
    ['azure://container', { AZURE_STORAGE_CONNECTION_STRING: 'AccountName=secret' }],
    ['azure://container', { AZURE_STORAGE_CONNECTION_STRING: 'AccountName=a;AccountKey=secret?' }],
  ])('or a wrong key is told without repeating a secret: %s', (text, env) => {
    const refusal = refusalOf(text, env);
    expect(refusal.code).toBe('store/credentials');
    expect(refusal.message).not.toContain('secret');
  });

  it.each([
    's3://id:secret@bucket',
    's3://bucket?token=secret',
    'azure://x.y?sig=secret',
    'https://host/?sig=secret',
  ])('is told without repeating its secret: %s', (text) => {
    const refusal = refusalOf(text, {});
    expect(refusal.message).not.toContain('secret');
  });
});
