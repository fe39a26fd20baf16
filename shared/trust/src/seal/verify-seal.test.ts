import { codeOf } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { createKeyPair, type KeyPair, toEnvelopeBytes } from '../sign.ts';
import { type Changes, createHostTeam, refused, signValue, toInstant } from '../testing/index.ts';
import { type Seal, sealFormat } from './seal.ts';
import { verifySeal } from './verify-seal.ts';

const now = Date.parse('2026-11-05T12:00:00Z');
const origin = 'https://wallets.example';
const { hostKeys, pairs } = await createHostTeam();

const integrity = `sha384-${'A'.repeat(64)}`;
const file = { path: 'index.html', bytes: 3, integrity, type: 'text/html; charset=utf-8' };
const seal: Seal = {
  origin,
  version: 7,
  createdAt: toInstant(now),
  expiresAt: toInstant(now, 30),
  files: [file],
  headers: [{ path: '/*', values: { 'x-frame-options': 'DENY' } }],
  page: {
    scripts: [integrity],
    tags: ['<script>'],
    roots: [{ remote: 'remote-evm', version: 1, integrity, keyids: ['a'.repeat(64)] }],
    config: integrity,
    trust: integrity,
    built: integrity,
    style: integrity,
    markup: integrity,
  },
};

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

  it.each<[string, Changes<Seal>, string]>([
    ['without the page', { files: [{ ...file, path: 'a.js' }] }, 'seal.files'],
    ['with a file twice', { files: [file, file] }, 'seal.files[1].path'],
    ['with a file that says more', { files: [{ ...file, extra: 1 }] }, 'seal.files[0].extra'],
    ['with an address for an origin', { origin: `${origin}/` }, 'seal.origin'],
    [
      'with a header of two lines',
      { headers: [{ path: '/*', values: { a: 'b\nc' } }] },
      'seal.headers[0].values.a',
    ],
    ['with a path in a path', { headers: [{ path: '/*/a', values: {} }] }, 'seal.headers[0].path'],
  ])('is refused %s', async (_, changes, place) => {
    expect(await refused(verify(changes))).toMatchObject({ code: 'release/malformed', context: { place } });
  });
});
