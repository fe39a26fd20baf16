import { describe, expect, it } from 'vitest';
import type { PageEvent } from '../events.ts';
import { sanitize } from './sanitize.ts';

const step = (wallet: string): PageEvent => ({
  kind: 'attempt',
  family: 'evm',
  attempt: 'one',
  wallet,
  step: 'asking',
});
const walletOf = (id: string) => sanitize(step(id));

describe('a wallet’s id', () => {
  it.each([
    ['io.metamask', 'io.metamask'],
    ['org.example.x#2', 'org.example.x#2'],
    ['Practice Wallet', 'practice-wallet'],
    ['app.nearby.solar', 'app.nearby.solar'],
  ])('is told where it is plain: %s', (id, told) => {
    expect(walletOf(id)).toMatchObject({ wallet: told });
  });

  it.each([
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    'my.0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
    'somebody@example.com',
    'a'.repeat(61),
    'eip155:1',
    'alice.near',
    'savings.alice.near#2',
    'Alice.eth wallet',
    'bob.sol',
    '',
  ])('is not told where it may be more: %s', (id) => {
    expect(walletOf(id)).toMatchObject({ wallet: 'other' });
  });
});

describe('a code', () => {
  const codeOf = (code: string) => sanitize({ kind: 'fault', code });

  it('is told where the contract has it', () => {
    expect(codeOf('wallet/rejected')).toEqual({ kind: 'fault', code: 'wallet/rejected' });
  });

  it('is told by its stage alone where the contract has it not', () => {
    expect([codeOf('wallet/alice-near'), codeOf('alice/near'), codeOf('nothing')]).toEqual([
      { kind: 'fault', code: 'wallet/other' },
      { kind: 'fault', code: 'remote/other' },
      { kind: 'fault', code: 'remote/other' },
    ]);
  });
});

it('leaves all else as it is', () => {
  const status: PageEvent = { kind: 'connection', family: 'evm', status: 'connected' };
  expect(sanitize(status)).toEqual(status);
});
