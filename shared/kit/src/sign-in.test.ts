import { describe, expect, it } from 'vitest';
import { assertSignIn, type Eip4361Fields } from './sign-in.ts';

const whole: Eip4361Fields = {
  kind: 'sign-in',
  account: 'eip155:1:0x',
  domain: 'app.example',
  uri: 'https://app.example/',
  statement: 'Sign in to the harbour.',
  nonce: '01234567',
  issuedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-20T12:10:00Z',
  notBefore: '2026-11-20T14:00:00+02:00',
  requestId: 'request-7',
  resources: ['ipfs://bafy', 'https://app.example/terms'],
};

describe('a sign-in', () => {
  it.each<[string, Partial<Eip4361Fields>]>([
    ['with every field', {}],
    ['with an empty statement, list and request ID', { statement: '', resources: [], requestId: '' }],
    ['for a host in the local network', { domain: 'intranet:8080' }],
    ['for an IPv6 address', { domain: '[::1]:4300' }],
    ['for an international name', { domain: 'xn--e1afmkfd.xn--p1ai' }],
  ])('is taken %s', (_, change) => {
    expect(() => assertSignIn({ ...whole, ...change })).not.toThrow();
  });

  it.each(['statement', 'expiresAt', 'notBefore', 'requestId', 'resources'] as const)(
    'is taken without %s',
    (field) => {
      const { [field]: _, ...rest } = whole;
      expect(() => assertSignIn(rest)).not.toThrow();
    },
  );

  it.each<[keyof Eip4361Fields, unknown]>([
    ['domain', undefined],
    ['domain', ''],
    ['domain', 'https://app.example'],
    ['domain', 'app.example/'],
    ['domain', 'app.example wants\nyou'],
    ['domain', 'приклад.рф'],
    ['uri', undefined],
    ['uri', 'app.example'],
    ['uri', 'https://app.example/\nVersion: 2'],
    ['uri', 'https://app.example/%2'],
    ['statement', 'Two\nlines.'],
    ['statement', 'Sign in to “Linkspan”.'],
    ['nonce', undefined],
    ['nonce', '1234567'],
    ['nonce', '12345678 '],
    ['nonce', '1234-5678'],
    ['issuedAt', undefined],
    ['issuedAt', 'Wed Oct 05 2011 16:48:00 GMT+0200 (CEST)'],
    ['issuedAt', '2026-11-20'],
    ['issuedAt', '2026-11-20T12:00:00'],
    ['issuedAt', '2026-02-31T12:00:00Z'],
    ['issuedAt', '2026-13-01T12:00:00Z'],
    ['expiresAt', 'tomorrow'],
    ['notBefore', '1790000000000'],
    ['requestId', 'a b'],
    ['requestId', 'a\nb'],
    ['resources', ['terms']],
    ['resources', ['https://a.example/', 'https://b.example/\n- https://c.example/']],
    ['nonce', 12345678],
    ['resources', 'https://a.example/'],
  ])('is refused with the %s %j', (field, value) => {
    const wrong = { ...whole, [field]: value } as Eip4361Fields;
    expect(() => assertSignIn(wrong)).toThrow(
      expect.objectContaining({
        code: 'config/malformed',
        context: { place: `the sign-in’s ${field}`, expected: expect.any(String) },
      }),
    );
  });
});
