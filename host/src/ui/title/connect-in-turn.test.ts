import type { FamilyId } from '@linkspan/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { account, walletRef } from '../../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { connectInTurn } from '../frame/title-row.tsx';

const parts = [
  { family: 'solana', walletId: 'one' },
  { family: 'near', walletId: 'two' },
];
let shell: FakeShell;

beforeEach(() => {
  shell = createFakeShell();
  connectInTurn(shell, parts);
  ask('solana');
});

function ask(family: FamilyId): void {
  shell.store.publishAttempt(family, {
    state: 'running',
    id: '1',
    wallet: walletRef,
    progress: { step: 'asking' },
  });
}

describe('wallets that are asked in turn', () => {
  it('are asked one at a time: the next once the one before is connected', () => {
    expect(shell.given).toEqual(['connect solana one']);
    const { lease } = shell.store.openLease('solana');
    lease.publishConnection({ status: 'connecting', wallet: walletRef });
    const chosen = account.replace('eip155:31337', 'solana:practice') as typeof account;
    lease.publishConnection({ status: 'connected', wallet: walletRef, accounts: [chosen], capabilities: [] });
    expect(shell.given).toHaveLength(1);
    shell.store.publishAttempt('solana', { state: 'none' });
    expect(shell.given).toEqual(['connect solana one', 'connect near two']);
  });

  it.each([
    [
      'is rejected',
      { state: 'failed', id: '1', wallet: walletRef, failure: { code: 'wallet/rejected', context: {} } },
    ],
    ['is cancelled', { state: 'none' }],
  ] as const)('end with one that %s', (_what, attempt) => {
    shell.store.publishAttempt('solana', attempt);
    ask('solana');
    shell.store.publishAttempt('solana', { state: 'none' });
    expect(shell.given).toEqual(['connect solana one']);
  });

  it('are not asked again while one of them is', () => {
    connectInTurn(shell, parts);
    expect(shell.given).toEqual(['connect solana one']);
  });
});
