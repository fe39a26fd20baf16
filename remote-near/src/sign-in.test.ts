import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { toSignInMessage } from './sign-in.ts';

const intent = {
  kind: 'sign-in',
  account: 'near:practice:harbour.practice',
  domain: 'localhost:4300',
  uri: 'http://localhost:4300/',
  statement: 'Sign in to Linkspan.',
  nonce: '00112233445566778899aabbccddeeff',
  issuedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-20T12:10:00.000Z',
} as const;

describe('a sign-in', () => {
  it('has the lines of CAIP-122', async () => {
    const { message } = await toSignInMessage(intent);
    expect(message).toBe(`localhost:4300 wants you to sign in with your NEAR account:
harbour.practice

Sign in to Linkspan.

URI: http://localhost:4300/
Version: 1
Chain ID: near:practice
Nonce: 00112233445566778899aabbccddeeff
Issued At: 2026-11-20T12:00:00.000Z
Expiration Time: 2026-11-20T12:10:00.000Z`);
  });

  it('leaves out a statement that is empty', async () => {
    const { message } = await toSignInMessage({ ...intent, statement: '' });
    expect(message).toContain('harbour.practice\n\nURI:');
  });

  it('is for the domain, with 32 bytes that follow from the nonce', async () => {
    const { recipient, nonce } = await toSignInMessage(intent);
    expect(recipient).toBe('localhost:4300');
    expect(nonce).toEqual(sha256(utf8ToBytes(intent.nonce)));
  });
});
