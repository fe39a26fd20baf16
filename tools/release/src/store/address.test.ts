import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseStoreAddress } from './address.ts';

describe('the address of a store', () => {
  it.each([
    ['file:./some folder', resolve('some folder')],
    ['file:store', resolve('store')],
    ['file:/srv/store', '/srv/store'],
    ['file:///srv/a%20store', '/srv/a store'],
    ['FILE:/srv/store', '/srv/store'],
  ])('is a folder in %s', (text, folder) => {
    expect(parseStoreAddress(text)).toEqual({ kind: 'local', address: `file:${folder}`, folder });
  });

  it.each([
    ['s3://my.bucket', 's3://my.bucket/', { kind: 's3', name: 'my.bucket', prefix: '' }],
    ['s3://my.bucket/a/b/', 's3://my.bucket/a/b/', { kind: 's3', name: 'my.bucket', prefix: 'a/b/' }],
    ['azure://$web/a/b', 'azure://$web/a/b/', { kind: 'azure', name: '$web', prefix: 'a/b/' }],
  ])('is a bucket or a container in %s', (text, address, parts) => {
    expect(parseStoreAddress(text)).toEqual({ address, ...parts });
  });

  it.each([
    '',
    './secret',
    'ftp://secret/folder',
    'file:',
    'file://secret/folder',
    's3://',
    's3://[',
    's3://Secret/prefix',
    's3://id:secret@bucket',
    's3://bucket:9000/secret',
    's3://bucket?region=secret',
    'azure://container?sig=secret',
    'https://host/?sig=secret',
  ])('is refused without repeating it: “%s”', (text) => {
    const refused = expect(() => parseStoreAddress(text));
    refused.toThrow(expect.objectContaining({ code: 'store/address' }));
    refused.not.toThrow(/secret/i);
  });

  it.each(['s3://bucket/a//b', 's3://bucket/%zz', 'azure://container/../b'])(
    'is refused for a prefix that no store can have: %s',
    (text) => {
      expect(() => parseStoreAddress(text)).toThrow(expect.objectContaining({ code: 'store/path' }));
    },
  );
});
