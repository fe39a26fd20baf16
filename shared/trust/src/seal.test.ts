import { codeOf } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { parseHostKeys, type Seal, sealFormat, verifySeal } from './seal.ts';
import { createKeyPair, type KeyPair, toCanonicalJson, toEnvelopeBytes } from './sign.ts';
import {
  type Changes,
  changed,
  createHostTeam,
  type Path,
  refused,
  signValue,
  toInstant,
} from './testing/index.ts';

const now = Date.parse('2026-11-05T12:00:00Z');
const origin = 'https://wallets.example';
const { hostKeys, pairs } = await createHostTeam();

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
  origin,
  version: 7,
  createdAt: toInstant(now),
  expiresAt: toInstant(now, 30),
  files: [file],
  headers: [{ path: '/*', values: { 'x-frame-options': 'DENY' } }],
  page,
};

const read = (changes: Changes<Seal>) => sealFormat.shape({ ...seal, ...changes }, 'seal');
const header = (path: string, values: Readonly<Record<string, string>>) => ({ headers: [{ path, values }] });
const names = (count: number, begin = 'a') => Array.from({ length: count }, (_, index) => `${begin}${index}`);

describe('what a seal lists', () => {
  it('is of a type and a length of its own', () => {
    expect(sealFormat).toMatchObject({
      payloadType: 'application/vnd.linkspan.seal.v2+json',
      mostBytes: 500_000,
    });
  });

  it.each(['a%20b.js', '[id].js', '.well-known/security.txt', "sub/it's(1)~.html", '%C3%A4.js'])(
    'names a file as a browser asks for it: %s',
    (path) => {
      const files = [file, { ...file, path }];
      expect(read({ files })).toMatchObject({ files });
    },
  );

  it.each([
    '',
    '/a.js',
    'a//b.js',
    'a/',
    '../a.js',
    'a/./b.js',
    'a b.js',
    'ä.js',
    'a.js?b',
    'a.js#b',
    'a\\b.js',
    '%2e/a',
  ])('names no file in another way: %s', (path) => {
    const files = [file, { ...file, path }];
    expect(() => read({ files })).toThrow('seal.files[1].path');
  });

  it.each<[what: string, most: number, of: (count: number) => Changes<Seal>]>([
    ['a media type so long', 100, (length) => ({ files: [{ ...file, type: 'a'.repeat(length) }] })],
    [
      'files',
      1_000,
      (count) => ({ files: ['index.html', ...names(count - 1)].map((path) => ({ ...file, path })) }),
    ],
    ['an origin so long', 300, (length) => ({ origin: `https://${'a'.repeat(length - 8)}` })],
    ['rules for headers', 500, (count) => ({ headers: Array(count).fill({ path: '/', values: {} }) })],
    ['a path for headers so long', 300, (length) => header(`/${'a'.repeat(length - 1)}`, {})],
    [
      'headers of a path',
      40,
      (count) => header('/', Object.fromEntries(names(count).map((name) => [name, 'x']))),
    ],
    ['a header’s name so long', 60, (length) => header('/', { ['a'.repeat(length)]: 'x' })],
    ['a header’s value so long', 16_000, (length) => header('/', { a: 'x'.repeat(length) })],
    ['scripts', 500, (count) => ({ page: { ...page, scripts: Array(count).fill(integrity) } })],
    ['tags', 2_000, (count) => ({ page: { ...page, tags: Array(count).fill('<a>') } })],
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

  it.each<[place: string, expected: string, changes: Changes<Seal>]>([
    ['seal.page.style', 'sha384- and base64', { page: { ...page, style: `sha256-${'A'.repeat(64)}` } }],
    ['seal.headers[0].values', 'the name of a header in small letters', header('/', { Link: 'x' })],
    ['seal.headers[0].values.a', 'one line', header('/', { a: '' })],
    ['seal.headers[0].path', 'a path that begins with /', header('a', {})],
    ['seal.origin', 'an origin such as https://wallets.example', { origin: 'ftp://wallets.example' }],
    ['seal.origin', 'an origin such as https://wallets.example', { origin: 'https://' }],
    ['seal.files', 'with index.html among them', { files: [{ ...file, path: 'a.js' }] }],
    ['seal.files[1].path', 'unique in the list', { files: [file, file] }],
    ['seal.files[0].extra', 'left out: it is not a known field', { files: [{ ...file, extra: 1 }] }],
    ['seal.origin', 'an origin such as https://wallets.example', { origin: `${origin}/` }],
    ['seal.headers[0].values.a', 'one line', header('/', { a: 'b\nc' })],
    ['seal.headers[0].path', 'a path that begins with /', header('/*/a', {})],
  ])('has at %s %s', (place, expected, changes) => {
    expect(() => read(changes)).toThrow(expect.objectContaining({ place, expected }));
  });
});

describe('the keys of the host team', () => {
  const written: unknown = JSON.parse(new TextDecoder().decode(toCanonicalJson(hostKeys)));

  it('are read from a configuration', () => {
    expect(parseHostKeys(written, 'keys')).toEqual(hostKeys);
  });

  it('are not called malformed for an error that is none of their form', () => {
    const broken = {
      get keys(): never {
        throw new RangeError('elsewhere');
      },
    };
    expect(() => parseHostKeys(broken, 'keys')).toThrow(RangeError);
  });

  it.each<[place: string, path: Path, value: unknown]>([
    ['keys.keys', ['keys'], undefined],
    [`keys.keys.${pairs[0].keyid}.public`, ['keys', pairs[0].keyid, 'public'], 'x'],
    ['keys.role.threshold', ['role', 'threshold'], 3],
    ['keys.role.keyids[1]', ['role', 'keyids', 1], 'e'.repeat(64)],
  ])('are refused with the place %s', async (place, path, value) => {
    expect(await refused(() => parseHostKeys(changed(written, path, value), 'keys'))).toMatchObject({
      code: 'config/malformed',
      context: { place },
    });
  });
});

const sign = async (changes: Changes<Seal> = {}, signers: readonly KeyPair[] = [pairs[0]]) =>
  toEnvelopeBytes(await signValue(sealFormat.payloadType, { ...seal, ...changes }, signers));

const verify = async (changes?: Changes<Seal>, options: Partial<Parameters<typeof verifySeal>[0]> = {}) =>
  verifySeal({ hostKeys, envelope: await sign(changes), origin, seen: 7, now, ...options });

describe('a seal', () => {
  it('is verified by the keys of the host team', async () => {
    expect(await verify()).toEqual(seal);
  });

  it('may be asked for with fields that are not known yet', async () => {
    expect(await verify({ more: 1 })).toEqual(seal);
  });

  it('is refused when a stranger has signed it', async () => {
    const envelope = await sign({}, [await createKeyPair('person')]);
    expect(await refused(verify({}, { envelope }))).toMatchObject({
      code: 'release/unsigned',
      context: { remote: origin, document: 'seal', has: '0', needs: '1' },
    });
  });

  it('is refused for another origin, below what was seen, and once it has expired', async () => {
    const codes = [
      await refused(verify({ origin: 'https://staging.example' })),
      await refused(verify({ version: 6 })),
      await refused(verify({ expiresAt: toInstant(now) })),
    ].map(codeOf);
    expect(codes).toEqual(['release/other-remote', 'release/older', 'release/expired']);
  });
});
