import { describe, expect, it } from 'vitest';
import { assertSignIn, toSignInText } from './sign-in-text.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const page = { host: 'ferry.example', origin: 'https://ferry.example', now };
const least = { domain: 'ferry.example', address: 'Abc' };

describe('toSignInText', () => {
  it('writes every field in the order of the standard', () => {
    const text = toSignInText({
      ...least,
      statement: 'Sign in to Ferry',
      uri: 'https://ferry.example',
      version: '1',
      chainId: 'localnet',
      nonce: '12345678',
      issuedAt: '2026-11-20T12:00:00Z',
      expirationTime: '2026-11-20T12:10:00Z',
      notBefore: '2026-11-20T12:00:00Z',
      requestId: 'r1',
      resources: ['https://a.example', 'https://b.example'],
    });
    expect(text).toBe(
      [
        'ferry.example wants you to sign in with your Solana account:',
        'Abc',
        '',
        'Sign in to Ferry',
        '',
        'URI: https://ferry.example',
        'Version: 1',
        'Chain ID: localnet',
        'Nonce: 12345678',
        'Issued At: 2026-11-20T12:00:00Z',
        'Expiration Time: 2026-11-20T12:10:00Z',
        'Not Before: 2026-11-20T12:00:00Z',
        'Request ID: r1',
        'Resources:',
        '- https://a.example',
        '- https://b.example',
      ].join('\n'),
    );
  });

  it('leaves out what is not given', () => {
    expect(toSignInText(least)).toBe('ferry.example wants you to sign in with your Solana account:\nAbc');
    expect(toSignInText({ ...least, nonce: 'n' })).toMatch(/Abc\n\nNonce: n$/);
  });
});

describe('assertSignIn', () => {
  it('passes a sign-in for this page and time', () => {
    const issuedAt = new Date(now - 9 * 60_000).toISOString();
    expect(() => assertSignIn({ ...least, uri: 'https://ferry.example/in', issuedAt }, page)).not.toThrow();
  });

  it.each([
    ['another domain', { domain: 'evil.example' }],
    ['another origin', { uri: 'https://evil.example' }],
    ['no address at all as uri', { uri: 'ferry' }],
    ['a time too long ago', { issuedAt: '2026-11-20T11:49:00Z' }],
    ['a time too far ahead', { issuedAt: '2026-11-20T12:11:00Z' }],
    ['no time at all', { issuedAt: 'yesterday' }],
    ['a forged field', { statement: 'Hello\nNonce: 1' }],
    ['a forged resource', { resources: ['a\n- b'] }],
  ])('refuses %s with -32602', (_what, change) => {
    expect(() => assertSignIn({ ...least, ...change }, page)).toThrow(
      expect.objectContaining({ code: -32602 }),
    );
  });
});
