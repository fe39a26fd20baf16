import { failure } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Commands } from '../../commands/shell.ts';
import { connect, walletRef } from '../../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';
import { toCommands } from './use-family.ts';

describe('families that are not affected', () => {
  let shell: FakeShell;
  let page: OpenPage;
  const text = (title = 'Ethereum') => page.region(title).textContent;
  const fail = (family: string) =>
    shell.store.publishRemote(family, {
      stage: 'failed',
      failure: failure('release/unreachable', { remote: `remote-${family}` }),
      step: 'again',
    });
  const list = (family: string) =>
    shell.store.publishRemote(family, {
      stage: 'listed',
      release: { remote: `remote-${family}`, version: '1.0.0' },
    });
  const stop = (family: string) =>
    shell.store.publishReleaseStatus(family, {
      state: 'stopped',
      failure: failure('release/withdrawn', { remote: `remote-${family}` }),
    });

  beforeEach(async () => {
    shell = createFakeShell();
    page = await openPage(shell);
  });
  afterEach(() => page.close());

  it('a failed family names the families that are known to work', async () => {
    await page.change(() => fail('evm'));
    expect(text()).not.toContain('not affected');
    await page.change(() => list('solana'));
    expect(text()).toContain('Solana is not affected.');
    await page.change(() => list('near'));
    expect(text()).toContain('Your other wallets are not affected.');
    await page.change(() => stop('solana'));
    expect(text()).toContain('NEAR is not affected.');
    await page.change(() => fail('near'));
    for (const title of ['Ethereum', 'Solana', 'NEAR']) expect(text(title)).not.toContain('not affected');
    expect(text()).toContain('The server did not answer. Try again in a moment.');
  });

  it('a screen reader announces the same', async () => {
    const announced = () => document.querySelector('[aria-live=polite]')?.textContent;
    await page.change(() => fail('evm'));
    expect(announced()).toBe(
      'Ethereum: Ethereum is not available right now. The server did not answer. Try again in a moment.',
    );
    await page.change(() => ['solana', 'near'].forEach(list));
    await page.change(() => fail('evm'));
    expect(announced()).toContain('Your other wallets are not affected.');
  });

  const toneOf = (code: string) =>
    page.region('Ethereum').querySelector<HTMLElement>(`[data-code="${code}"]`)?.dataset.tone;

  it.each([
    ['wallet/rejected', 'chosen'],
    ['wallet/closed', 'chosen'],
    ['wallet/cancelled', 'chosen'],
    ['wallet/failed', 'failed'],
    ['wallet/timeout', 'failed'],
    ['network/insufficient-funds', 'failed'],
  ])(
    'a person’s own decision is not drawn as a fault: %s is %s, of an attempt and of a request',
    async (code, tone) => {
      const failed = { code, context: { wallet: 'Rabby' } };
      await page.change(() =>
        shell.store.publishAttempt('evm', { id: 'a', state: 'failed', wallet: walletRef, failure: failed }),
      );
      expect(toneOf(code)).toBe(tone);
      await page.change(() => connect(shell));
      await page.change(() => shell.request('evm').set({ state: 'failed', failure: failed }));
      expect(toneOf(code)).toBe(tone);
    },
  );
});

it('sends from the account that the form was filled in for, else from the one that the card shows', () => {
  const sent: unknown[] = [];
  const request = async (_: string, { account }: { account?: string }) => sent.push(account);
  const [filled, shown] = ['eip155:1:0xa', 'eip155:1:0xc'] as const;
  const own = toCommands({ request } as unknown as Commands, 'evm', { current: undefined }, shown);
  const input = { kind: 'send', to: '0xb', amount: '5' } as const;
  void own.request({ ...input, account: filled });
  void own.request(input);
  expect(sent).toEqual([filled, shown]);
});
