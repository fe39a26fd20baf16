import type { SignInRequest } from '@linkspan/contract';
import { createSignInMessage, verifySignIn } from '@solana/wallet-standard-util';
import { describe, expect, it } from 'vitest';
import { toSignInInput, toSignInText } from './sign.ts';
import type { SignInInput } from './verify.ts';
import { assertSignInText } from './verify.ts';

const address = '9igPA5RXrXF57adrRBSxVrUXaBucKgnyz2yF46CT8Q6o';
const intent: SignInRequest = {
  kind: 'sign-in',
  account: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${address}`,
  domain: 'app.example',
  uri: 'https://app.example/',
  statement: 'Sign in to the harbour.',
  nonce: '0123456789abcdef0123456789abcdef',
  issuedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-20T12:10:00.000Z',
};
const whole: SignInRequest = {
  ...intent,
  notBefore: '2026-11-20T12:00:00.000Z',
  requestId: 'request-7',
  resources: ['https://app.example/terms', 'ipfs://bafy'],
};

describe('the input of a sign-in', () => {
  it('has the fields of Sign In With Solana that were given, and no others', () => {
    const fields = {
      domain: 'app.example',
      address,
      statement: 'Sign in to the harbour.',
      uri: 'https://app.example/',
      version: '1',
      chainId: 'solana:mainnet',
      nonce: '0123456789abcdef0123456789abcdef',
      issuedAt: '2026-11-20T12:00:00.000Z',
      expirationTime: '2026-11-20T12:10:00.000Z',
    };
    expect(toSignInInput(intent, 'solana:mainnet')).toEqual(fields);
    const { notBefore, requestId, resources } = whole;
    expect(toSignInInput(whole, 'solana:mainnet')).toEqual({ ...fields, notBefore, requestId, resources });
    expect(toSignInInput({ ...intent, statement: '' }, 'solana:mainnet')).not.toHaveProperty('statement');
  });

  it('is not made of a field that the standard does not have', () => {
    expect(() => toSignInInput({ ...intent, nonce: 'short' }, 'solana:mainnet')).toThrow(
      expect.objectContaining({ code: 'config/malformed' }),
    );
  });
});

// Ours, written from the standard; the reference, `verifySignIn`, has to see each of them in the same way.
describe('the text that a wallet built', () => {
  const input = toSignInInput(whole, 'solana:mainnet');
  const text = toSignInText(input);
  const check = (built: string, asked: SignInInput = input) => {
    try {
      assertSignInText(built, asked, 'Harbour');
    } catch (error) {
      return (error as { context: { field: string } }).context.field;
    }
  };
  const isGoodToReference = (built: string, asked: SignInInput) => {
    const signedMessage = new TextEncoder().encode(built);
    // Of the identity as the key, any text has this signature: what is left is the reference's word on the text.
    const publicKey = Uint8Array.from([1, ...new Uint8Array(31)]);
    const signature = Uint8Array.from([1, ...new Uint8Array(63)]);
    const account = { address, publicKey, chains: [], features: [] };
    return verifySignIn(asked, { account, signedMessage, signature });
  };

  it('is taken if it is what was asked, field by field', () => {
    expect(check(text)).toBeUndefined();
    expect(isGoodToReference(text, input)).toBe(true);
    const bare = toSignInInput({ ...intent, statement: '' }, 'solana:localnet');
    expect(check(toSignInText(bare), bare)).toBeUndefined();
    expect(new TextEncoder().encode(toSignInText(bare))).toEqual(createSignInMessage(bare));
  });

  const other = 'xrzPgEY6LwGa6zr5x5BzchHxBLUvDpvNYJDpyo7SUyb';
  it.each<[string, string]>([
    ['domain', text.replace('app.example wants', 'trap.example wants')],
    ['domain', text.replace('app.example wants', 'https://app.example wants')],
    ['address', text.replace(address, other)],
    ['statement', text.replace('Sign in to', 'Pay for')],
    ['statement', text.replace('\n\nSign in to the harbour.', '')],
    ['uri', text.replace('URI: https://app', 'URI: https://trap')],
    ['version', text.replace('Version: 1', 'Version: 2')],
    ['chainId', text.replace('solana:mainnet', 'solana:devnet')],
    ['nonce', text.replace('Nonce: 0', 'Nonce: 1')],
    ['nonce', text.replace(/\nNonce: .*/, '')],
    ['statement', text.replace(/\nNonce: .*/, '').replace('Sign in', `Nonce: ${intent.nonce} Sign in`)],
    ['issuedAt', text.replace('Issued At: 2026', 'Issued At: 2025')],
    ['expirationTime', text.replace('Expiration Time: 2026', 'Expiration Time: 2036')],
    ['expirationTime', text.replace(/\nExpiration Time: .*/, '')],
    ['notBefore', text.replace('Not Before: 2026', 'Not Before: 2025')],
    ['requestId', text.replace('request-7', 'request-8')],
    ['resources', text.replace('ipfs://bafy', 'ipfs://other')],
    ['resources', `${text}\n- https://trap.example/`],
    ['resources', text.replace('\n- ipfs://bafy', '')],
    ['domain', text.replace('Solana account', 'Ethereum account')],
    ['domain', `Sure!\n${text}`],
    ['domain', ''],
    ['layout', text.replace('\n\nURI', '\nURI')],
    ['layout', `${text}\n`],
  ])('is refused if it differs in %s', (field, built) => {
    expect(built).not.toBe(text);
    expect([field, 'statement', 'domain']).toContain(check(built));
    expect(isGoodToReference(built, input)).toBe(false);
  });

  it.each<[string, string]>([
    ['notBefore', '\nNot Before: 2026-11-20T12:00:00.000Z'],
    ['requestId', '\nRequest ID: 7'],
    ['resources', '\nResources:\n- https://trap.example/'],
  ])('is refused if it adds %s', (field, added) => {
    const asked = toSignInInput(intent, 'solana:mainnet');
    expect(check(toSignInText(asked) + added, asked)).toBe(field);
    expect(isGoodToReference(toSignInText(asked) + added, asked)).toBe(false);
  });
});
