import type { AccountId, SignInRequest } from '@linkspan/contract';
import { nearAccounts, type PracticeNearAccount } from '@linkspan/practice/accounts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sign, signIn, toSignInMessage } from './sign.ts';
import { toNep413Payload } from './testing/nep413.ts';

const [own, other] = nearAccounts as unknown as [PracticeNearAccount, PracticeNearAccount];
const account: AccountId = `near:practice:${own.accountId}`;
const href = 'https://app.example/pier?tide=high';
const intent: SignInRequest = {
  kind: 'sign-in',
  account,
  domain: 'app.example',
  uri: 'https://app.example/',
  nonce: '0011223344',
  issuedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-20T12:10:00.000Z',
};

beforeEach(() => {
  vi.stubGlobal('window', { location: { host: 'app.example', href } });
});
afterEach(() => vi.unstubAllGlobals());

interface Wish {
  /** What the wallet signs beside what it was asked. */
  readonly changes?: object;
  /** What it tells in its answer. */
  readonly tells?: object;
  readonly by?: PracticeNearAccount;
  readonly access?: 'full' | 'limited' | 'none' | Error;
}

/** A signer whose wallet signs by a key, on a network that knows the key's access, and does not answer to an error. */
function toSigner({ changes = {}, tells = {}, by = own, access = 'full' }: Wish = {}) {
  const request = async (_: string, __: string, params: object = {}) => {
    const hash = sha256(toNep413Payload({ ...params, ...changes } as never));
    const signature = base64.encode(ed25519.sign(hash, by.seed));
    return { accountId: by.accountId, publicKey: by.publicKey, signature, ...tells };
  };
  const rpc = async () => {
    if (access instanceof Error) throw access;
    if (access === 'none') return { error: 'The key does not exist' };
    return { permission: access === 'full' ? 'FullAccess' : {} };
  };
  return {
    provider: { reach: 'installed', has: () => true, refuses: () => false, request } as never,
    wallet: 'Harbour',
    account,
    chain: { network: { id: 'near:practice' } as never, rpc },
    signal: new AbortController().signal,
  };
}

describe('a signature by NEP-413', () => {
  it('is verified, and kept with all that verifying it again needs', async () => {
    expect(await sign(toSigner(), 'Ahoy')).toEqual({
      ...{ account, message: 'Ahoy', scheme: 'nep413', publicKey: own.publicKey, recipient: 'app.example' },
      ...{ signature: expect.any(String), nonce: expect.stringMatching(/^.{43}=$/), isVerified: true },
    });
  });

  it.each<[string, Wish, object]>([
    [
      'the callback that the wallet tells',
      { changes: { callbackUrl: 'https://a.example/' }, tells: { callbackUrl: 'https://a.example/' } },
      { callbackUrl: 'https://a.example/' },
    ],
    ['the page’s own address, taken unasked', { changes: { callbackUrl: href } }, { callbackUrl: href }],
    ['no callback, though one is told', { tells: { callbackUrl: 'https://a.example/' } }, {}],
    ['a state that the wallet tells', { tells: { state: 'low tide' } }, { state: 'low tide' }],
    ['nothing more, where that has another form', { tells: { state: 7, callbackUrl: null } }, {}],
  ])('is kept with %s', async (_, wish, kept) => {
    const signed = await sign(toSigner(wish), 'Ahoy');
    expect(signed).toMatchObject({ isVerified: true, ...kept });
    for (const name of ['callbackUrl', 'state']) expect(name in signed).toBe(name in kept);
  });

  it('that is by a key which the account does not have is refused for just that', async () => {
    await expect(sign(toSigner({ access: 'none' }), 'Ahoy')).rejects.toMatchObject({
      code: 'wallet/other-key',
    });
  });

  const zeros = base64.encode(new Uint8Array(64));
  it.each<[string, Wish]>([
    ['is all zeros', { tells: { signature: zeros } }],
    ['is by another key', { tells: { publicKey: other.publicKey } }],
    ['is for a callback that nobody tells', { changes: { callbackUrl: 'https://a.example/' } }],
    ['is for another recipient', { changes: { recipient: 'trap.example' } }],
    ['is of another text', { changes: { message: 'Avast' } }],
    ['has another nonce', { changes: { nonce: new Uint8Array(32) } }],
    [
      'is by a key of small order, under which it fits any text',
      { tells: { publicKey: `ed25519:${base58.encode(new Uint8Array(32))}`, signature: zeros } },
    ],
  ])('that %s is refused', async (_, wish) => {
    const refused = { code: 'wallet/wrong-signature', context: { wallet: 'Harbour' } };
    await expect(sign(toSigner(wish), 'Ahoy')).rejects.toMatchObject(refused);
  });

  it.each<[string, Wish]>([
    ['and the network confirms it', {}],
    ['and the network does not answer', { access: new Error('away') }],
  ])('that is another account’s says whose, %s', async (_, wish) => {
    await expect(sign(toSigner({ by: other, ...wish }), 'Ahoy')).rejects.toMatchObject({
      code: 'wallet/other-signer',
      context: { account: own.accountId, signer: other.accountId },
    });
  });

  it('is not verified if the network does not tell of the key', async () => {
    const signed = await sign(toSigner({ access: new Error('away') }), 'Ahoy');
    expect(signed).toMatchObject({ message: 'Ahoy' });
    expect(signed).not.toHaveProperty('isVerified');
  });

  it('of limited access signs a message, and no sign-in', async () => {
    const limited = toSigner({ access: 'limited' });
    expect(await sign(limited, 'Ahoy')).toMatchObject({ isVerified: true });
    await expect(signIn(limited, intent)).rejects.toMatchObject({ code: 'wallet/wrong-signature' });
    expect(await signIn(toSigner(), intent)).toMatchObject({ isVerified: true });
  });
});

const signInIntent = {
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
    const { message } = await toSignInMessage(signInIntent);
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
    const { recipient, nonce } = await toSignInMessage(signInIntent);
    expect(recipient).toBe('localhost:4300');
    expect(nonce).toEqual(sha256(utf8ToBytes(signInIntent.nonce)));
  });
});
