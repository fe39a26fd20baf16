import { describe, expect, it } from 'vitest';
import type { Changes } from '../testing/index.ts';
import { type Seal, sealFormat } from './seal.ts';

const integrity = `sha384-${'A'.repeat(64)}`;
const file = { path: 'index.html', bytes: 3, integrity, type: 'text/html; charset=utf-8' };
const root = { remote: 'remote-evm', version: 1, integrity, keyids: ['a'.repeat(64)] };
const page = {
  scripts: [integrity],
  tags: ['<script>'],
  roots: [root],
  config: integrity,
  trust: integrity,
  built: integrity,
  style: integrity,
  markup: integrity,
};
const seal: Seal = {
  origin: 'https://wallets.example',
  version: 7,
  createdAt: '2026-11-05T12:00:00Z',
  expiresAt: '2026-12-05T12:00:00Z',
  files: [file],
  headers: [],
  page,
};

const read = (changes: Changes<Seal>) => sealFormat.shape({ ...seal, ...changes }, 'seal');
const header = (path: string, values: Readonly<Record<string, string>>) => ({ headers: [{ path, values }] });
const names = (count: number, begin = 'a') => Array.from({ length: count }, (_, index) => `${begin}${index}`);

describe('what a seal lists', () => {
  it('is of a type and a length of its own', () => {
    expect(sealFormat).toMatchObject({
      payloadType: 'application/vnd.linkspan.seal.v1+json',
      mostBytes: 500_000,
    });
  });

  it.each<[what: string, most: number, of: (count: number) => Changes<Seal>]>([
    ['a file of so many bytes', 20_000_000, (bytes) => ({ files: [{ ...file, bytes }] })],
    ['a media type so long', 100, (length) => ({ files: [{ ...file, type: 'a'.repeat(length) }] })],
    [
      'files',
      1_000,
      (count) => ({ files: ['index.html', ...names(count - 1)].map((path) => ({ ...file, path })) }),
    ],
    ['an origin so long', 300, (length) => ({ origin: `https://${'a'.repeat(length - 8)}` })],
    ['rules for headers', 50, (count) => ({ headers: Array(count).fill({ path: '/', values: {} }) })],
    ['a path for headers so long', 300, (length) => header(`/${'a'.repeat(length - 1)}`, {})],
    [
      'headers of a path',
      40,
      (count) => header('/', Object.fromEntries(names(count).map((name) => [name, 'x']))),
    ],
    ['a header’s name so long', 60, (length) => header('/', { ['a'.repeat(length)]: 'x' })],
    ['a header’s value so long', 16_000, (length) => header('/', { a: 'x'.repeat(length) })],
    ['scripts', 20, (count) => ({ page: { ...page, scripts: Array(count).fill(integrity) } })],
    ['tags', 200, (count) => ({ page: { ...page, tags: Array(count).fill('<a>') } })],
    ['roots', 50, (count) => ({ page: { ...page, roots: Array(count).fill(root) } })],
    [
      'keys of a root',
      32,
      (count) => ({ page: { ...page, roots: [{ ...root, keyids: Array(count).fill('a'.repeat(64)) }] } }),
    ],
  ])('may be %s: %i, and no more', (_, most, of) => {
    expect(() => read(of(most))).not.toThrow();
    expect(() => read(of(most + 1))).toThrow('should be');
  });

  it('may be an empty file', () => {
    expect(read({ files: [{ ...file, bytes: 0 }] }).files[0].bytes).toBe(0);
  });

  it.each<[place: string, expected: string, changes: Changes<Seal>]>([
    ['seal.page.style', 'sha384- and base64', { page: { ...page, style: `sha256-${'A'.repeat(64)}` } }],
    ['seal.headers[0].values', 'the name of a header in small letters', header('/', { Link: 'x' })],
    ['seal.headers[0].values.a', 'one line', header('/', { a: '' })],
    ['seal.headers[0].path', 'a path that begins with /', header('a', {})],
    ['seal.origin', 'an origin such as https://wallets.example', { origin: 'ftp://wallets.example' }],
    ['seal.origin', 'an origin such as https://wallets.example', { origin: 'https://' }],
    ['seal.files', 'with index.html among them', { files: [{ ...file, path: 'a.js' }] }],
  ])('has at %s %s', (place, expected, changes) => {
    expect(() => read(changes)).toThrow(expect.objectContaining({ place, expected }));
  });
});
