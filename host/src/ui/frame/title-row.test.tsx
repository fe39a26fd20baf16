import type { FamilyId } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { account, asking, connect, signingIn, walletRef } from '../../testing/facts.ts';
import { createFakeShell, type FakeShell, fakeConfig } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';
import { connectInTurn } from './title-row.tsx';

describe('the title', () => {
  let shell: FakeShell;
  let page: OpenPage;
  const head = () => document.querySelector('.head') as HTMLElement;
  const lede = () => head().querySelector('.lede')?.textContent;

  beforeEach(async () => {
    shell = createFakeShell();
    page = await openPage(shell);
  });
  afterEach(() => page.close());

  it('opens the wallet dialog for practice, in browsers with invoker commands by the button itself', async () => {
    const button = head().querySelector('button');
    expect([button?.getAttribute('command'), button?.getAttribute('commandfor')]).toEqual([
      'show-modal',
      'connect',
    ]);
    await page.press(head(), 'Try a practice wallet');
    expect(shell.given).toEqual(['choose evm']);
  });

  it('follows the connections, and opens the dialog at the next family', async () => {
    await page.change(() => connect(shell));
    expect(lede()).toBe('Ethereum is connected. Connect Solana and NEAR next.');
    await page.press(head(), 'Connect Solana');
    expect(shell.given).toEqual(['choose solana']);
  });

  it('offers nothing while a family cannot be loaded', async () => {
    const failure = { code: 'loader/unreachable', context: {} };
    await page.change(() => shell.store.publishRemote('near', { stage: 'failed', failure, step: 'again' }));
    expect(lede()).toBe('NEAR is not available right now.');
    expect(page.buttons(head())).toEqual([]);
  });

  it('connects the other families with the wallet that is connected', async () => {
    await page.close();
    const identity = 'app.practice';
    shell = createFakeShell({
      ...fakeConfig,
      identities: [{ identity, families: ['evm', 'solana', 'near'] }],
    });
    page = await openPage(shell);
    await page.change(() => {
      for (const { id } of shell.config.families)
        shell.store.publishWallets(id, [{ ...walletRef, identity, reach: 'installed' }]);
      connect(shell);
    });
    await page.press(head(), 'Connect Solana and NEAR');
    expect(shell.given).toEqual(['connect solana practice']);
  });

  it('asks for a sign-in until one was verified, and keeps the focus', async () => {
    await page.close();
    const [first] = fakeConfig.families;
    shell = createFakeShell({ ...fakeConfig, families: first ? [first] : [] });
    connect(shell);
    page = await openPage(shell);
    const signed = {
      account,
      scheme: 'eip191',
      message: 'm',
      signature: '0x1',
    } as const;
    const entry = { id: '1', family: 'evm', at: 0, kind: 'signed', intent: signingIn } as const;
    head().querySelector('button')?.focus();
    await page.press(head(), 'Sign in with Ethereum');
    expect(shell.given).toEqual(['sign-in evm']);
    await page.change(() => shell.activity.set([{ ...entry, signed }]));
    expect(page.buttons(head())).toEqual(['Sign in with Ethereum']);
    await page.change(() => shell.activity.set([{ ...entry, signed: { ...signed, isVerified: true } }]));
    expect(page.buttons(head())).toEqual([]);
    expect(lede()).toBe('Ethereum is connected.');
    expect(document.activeElement?.textContent).toBe('Your wallets');
  });
});

describe('wallets connected in turn', () => {
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
    shell.store.publishAttempt(family, asking());
  }

  it('connect one at a time: the next once the one before is connected', () => {
    expect(shell.given).toEqual(['connect solana one']);
    const { lease } = shell.store.openLease('solana');
    lease.publishConnection({ status: 'connecting', wallet: walletRef });
    const chosen = account.replace('eip155:31337', 'solana:practice') as typeof account;
    lease.publishConnection({
      status: 'connected',
      wallet: walletRef,
      accounts: [chosen],
      capabilities: [],
    });
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

  it('do not connect again while one of them connects', () => {
    connectInTurn(shell, parts);
    expect(shell.given).toEqual(['connect solana one']);
  });
});
