import type { AccountId, SignInRequest } from '@linkspan/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addresses, announce, testWallet } from '../practice/wallet.js';
import type { Provider } from './provider.ts';
import { type Signer, sign, signIn } from './sign.ts';

const [own = '', other = ''] = addresses;
const account: AccountId = `__NAMESPACE__:practice:${own}`;
let provider: Provider;

beforeEach(() => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  page.addEventListener('__FAMILY__:announce', ({ detail }: CustomEventInit) => {
    const request = (method: string, params: object) => detail.provider.request({ method, params });
    provider = { request: request as Provider['request'], onAccounts: () => true };
  });
  announce({ networks: {} });
  testWallet();
});

const toSigner = (changes: Partial<Signer> = {}): Signer => ({
  ...{ provider, wallet: 'Harbour', account, signal: new AbortController().signal },
  ...changes,
});

describe('a signature', () => {
  it('is verified', async () => {
    expect(await sign(toSigner(), 'Ahoy')).toMatchObject({ account, message: 'Ahoy', isVerified: true });
  });

  it('of a sign-in has its text by CAIP-122', async () => {
    const times = { issuedAt: '2026-11-20T12:00:00Z', expiresAt: '2026-11-20T12:10:00Z' };
    const page = { domain: 'app.example', uri: 'https://app.example/', nonce: '01234567' };
    const intent: SignInRequest = { kind: 'sign-in', account, ...page, ...times };
    const { message, isVerified } = await signIn(toSigner(), intent);
    expect(message).toMatch(`app.example wants you to sign in with your __TITLE__ account:\n${own}\n`);
    expect(isVerified).toBe(true);
  });

  it.each([
    ['wallet/wrong-signature', { account: other, message: 'Ahoy' }],
    ['wallet/wrong-signature', { account: own, message: 'Ahoy!' }],
    ['wallet/malformed', undefined],
  ])('is refused with %s if the wallet signs %j', async (code, signed) => {
    const request = async () => signed && provider.request('signMessage', signed);
    const signing = sign(toSigner({ provider: { ...provider, request } }), 'Ahoy');
    await expect(signing).rejects.toMatchObject({ code });
  });
});
