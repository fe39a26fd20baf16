import type { SignInIntent } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { assertSignInText, toSignInInput } from './sign-in.ts';

const address = '9igPA5RXrXF57adrRBSxVrUXaBucKgnyz2yF46CT8Q6o';
const intent: SignInIntent = {
  kind: 'sign-in',
  account: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${address}`,
  domain: 'app.example',
  uri: 'https://app.example/',
  statement: 'Sign in to the harbour.',
  nonce: '0123456789abcdef0123456789abcdef',
  issuedAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2026-11-20T12:10:00.000Z',
};

describe('the input of a sign-in', () => {
  it('has the fields of Sign-In With Solana', () => {
    expect(toSignInInput(intent)).toEqual({
      domain: 'app.example',
      address,
      statement: 'Sign in to the harbour.',
      uri: 'https://app.example/',
      version: '1',
      chainId: 'solana:mainnet',
      nonce: '0123456789abcdef0123456789abcdef',
      issuedAt: '2026-11-20T12:00:00.000Z',
      expirationTime: '2026-11-20T12:10:00.000Z',
    });
  });

  it.each([
    ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
    ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
    ['solana:AnyLocalCluster', 'solana:localnet'],
  ])('names %s as wallets do: %s', (network, name) => {
    const account = `${network}:${address}` as SignInIntent['account'];
    expect(toSignInInput({ ...intent, account }).chainId).toBe(name);
  });
});

describe('the text that a wallet built', () => {
  const head = `app.example wants you to sign in with your Solana account:\n${address}`;
  const text = `${head}\n\nSign in to the harbour.\n\nURI: https://app.example/\nNonce: ${intent.nonce}`;
  const check = (built: string) => () => assertSignInText(built, toSignInInput(intent), 'Harbour');

  it('is taken for the page, the account and the nonce that were asked for', () => {
    expect(check(text)).not.toThrow();
  });

  it.each([
    ['page', text.replace('app.example', 'trap.example')],
    ['account', text.replace(address, 'xrzPgEY6LwGa6zr5x5BzchHxBLUvDpvNYJDpyo7SUyb')],
    ['nonce', text.replace('Nonce: 0', 'Nonce: 1')],
    ['family', text.replace('Solana account', 'Ethereum account')],
  ])('is refused for another %s', (_, built) => {
    expect(check(built)).toThrow(expect.objectContaining({ code: 'wallet/malformed' }));
  });
});
