import type { SignInIntent } from '@linkspan/contract';
import { SiweMessage } from 'siwe';
import { describe, expect, it } from 'vitest';
import { toSignInText } from './sign-in.ts';

const intent: SignInIntent = {
  kind: 'sign-in',
  account: 'eip155:31337:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  domain: 'shell.example',
  uri: 'https://shell.example/',
  statement: 'Sign in to Linkspan.',
  nonce: '0123456789abcdef0123456789abcdef',
  issuedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-20T12:10:00.000Z',
};

describe('the text of a sign-in', () => {
  it('is what a parser built on the grammar of EIP-4361 reads', () => {
    expect(new SiweMessage(toSignInText(intent))).toMatchObject({
      domain: 'shell.example',
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      statement: 'Sign in to Linkspan.',
      uri: 'https://shell.example/',
      version: '1',
      chainId: 31337,
      nonce: '0123456789abcdef0123456789abcdef',
      issuedAt: '2026-11-20T12:00:00.000Z',
      expirationTime: '2026-11-20T12:10:00.000Z',
    });
  });

  it.each(['localhost:4300', '127.0.0.1:4300', '[::1]:4300', 'intranet', 'xn--e1afmkfd.xn--p1ai'])(
    'names the page %s',
    (domain) => {
      const text = toSignInText({ ...intent, domain, uri: `http://${domain}/` });
      expect(new SiweMessage(text)).toMatchObject({ domain, uri: `http://${domain}/` });
    },
  );

  it.each(['Two\nlines.', 'Sign in to “Linkspan”.', 'URI: a\nVersion: 2'])(
    'is not made with the statement %j, which the grammar does not have',
    (statement) => {
      expect(() => toSignInText({ ...intent, statement })).toThrow(
        expect.objectContaining({ code: 'config/malformed' }),
      );
    },
  );

  it.each([
    ['address', 'eip155:1:0xF39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
    ['address', 'eip155:1:0xf39f'],
    ['chain ID', 'eip155:one:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
  ] as const)('is not made if the %s is wrong: %s', (field, account) => {
    expect(() => toSignInText({ ...intent, account })).toThrow(
      expect.objectContaining({
        code: 'config/malformed',
        context: expect.objectContaining({ place: expect.stringContaining(field) }),
      }),
    );
  });
});
