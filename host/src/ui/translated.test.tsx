import type { AccountId, Lease } from '@linkspan/contract';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FamilyConfig } from '../config.ts';
import { asking, otherWallet, sending, submitted, wallet, walletRef } from '../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../testing/open-page.tsx';
import { translateLike } from '../testing/translate-like.ts';

let shell: FakeShell;
let leases: Record<string, Lease>;
let page: OpenPage;
let main: HTMLElement;
let endTranslation = () => {};

const accountOf = ({ networks }: FamilyConfig, at = 0): AccountId =>
  `${networks[at]?.id ?? networks[0].id}:harbour.near`;

function connect(family: FamilyConfig, at = 0): void {
  leases[family.id]?.publishConnection({
    status: 'connected',
    wallet: walletRef,
    accounts: [accountOf(family, at)],
    capabilities: ['send', 'message', 'switchNetwork'],
  });
}

function hold(family: FamilyConfig, coins: string, at = 0): void {
  const { decimals } = family.networks[0];
  const amount = `${coins}${'0'.repeat(decimals)}`;
  leases[family.id]?.publishBalance({ account: accountOf(family, at), amount });
}

function log(state: 'sent' | 'landed'): void {
  const settled = { transaction: '0xabc', isFinal: true, comparison: { result: 'as-asked' } } as const;
  const outcome = state === 'sent' ? { state, transaction: '0xabc' } : { state, ...settled };
  shell.activity.set(
    shell.config.families.map((family) => {
      const intent = { ...sending, account: accountOf(family) };
      return { ...submitted, id: family.id, family: family.id, intent, outcome };
    }),
  );
}

/** What happens to a page, each in all families. */
const steps: readonly (readonly [name: string, run: (family: FamilyConfig) => void])[] = [
  ['a late announcement', ({ id }) => shell.store.publishWallets(id, [wallet])],
  ['another one', ({ id }) => shell.store.publishWallets(id, [wallet, otherWallet])],
  ['an attempt to connect', ({ id }) => shell.store.publishAttempt(id, asking())],
  [
    'a connection',
    (family) => {
      shell.store.publishAttempt(family.id, { state: 'none' });
      connect(family);
    },
  ],
  ['a balance', (family) => hold(family, '12')],
  [
    'a send that is asked for',
    (family) =>
      shell.request(family.id).set({ state: 'asking', intent: { ...sending, account: accountOf(family) } }),
  ],
  [
    'a send that was submitted',
    ({ id }) => {
      shell.request(id).set({ state: 'none' });
      log('sent');
    },
  ],
  ['a send that is confirmed', () => log('landed')],
  ['another balance', (family) => hold(family, '1234')],
  [
    'a balance that could not be had',
    (family) =>
      leases[family.id]?.publishBalanceFailure({
        account: accountOf(family),
        failure: { code: 'network/busy', context: { network: 'Practice chain' } },
      }),
  ],
  [
    'another network',
    (family) => {
      connect(family, 1);
      hold(family, '5', 1);
    },
  ],
  [
    'a newer release',
    ({ id }) => shell.store.publishReleaseStatus(id, { state: 'superseded', version: '2.0.0' }),
  ],
  ['an offline device', () => shell.page.isOffline.set(true)],
  ['the end of the connection', ({ id }) => leases[id]?.publishConnection({ status: 'disconnected' })],
];

const take = ([, run]: (typeof steps)[number]) => act(async () => shell.config.families.forEach(run));

/** What is said to the eye, without what a translator adds, and the texts that it must leave as they are. */
function read(shown: Element) {
  const isVerbatim = (one: Element) => one.closest('[translate]')?.getAttribute('translate') === 'no';
  return {
    cards: shown.querySelectorAll('.cards section').length,
    words: [...shown.children]
      .filter((one) => !one.matches('[aria-live]'))
      .map(({ textContent }) => textContent?.replaceAll(/[[\]]/g, '')),
    verbatim: [...shown.querySelectorAll('*')]
      .filter((one) => one.children.length === 0 && isVerbatim(one))
      .map(({ textContent }) => textContent),
  };
}

/** The same facts on a page that nobody has translated. */
async function readFresh() {
  const fresh = await openPage(shell);
  const shown = read(document.querySelector('main:last-of-type') as Element);
  await fresh.close();
  return shown;
}

beforeEach(async () => {
  vi.spyOn(console, 'error');
  shell = createFakeShell();
  leases = Object.fromEntries(
    shell.config.families.map(({ id }) => [id, shell.store.openLease(id).lease] as const),
  );
  page = await openPage(shell);
  main = document.querySelector('main') as HTMLElement;
});

afterEach(async () => {
  await page.close();
  endTranslation();
  expect(console.error).not.toHaveBeenCalled();
});

describe.each(['wrap', 'split'] as const)('a page whose texts others %s', (way) => {
  it('shows all cards and figures as they are, whatever happens to it', async () => {
    endTranslation = translateLike(main, way);
    let before: unknown;
    for (const step of steps) {
      await take(step);
      const shown = read(main);
      expect(shown.cards).toBe(3);
      expect(shown, step[0]).toEqual(await readFresh());
      expect(shown, step[0]).not.toEqual(before);
      before = shown;
    }
  });

  it.each(steps.map(([name], at) => [name, at] as const))(
    'shows them if they do so before %s',
    async (_, at) => {
      for (const step of steps.slice(0, at)) await take(step);
      endTranslation = translateLike(main, way);
      await take(steps[at] as (typeof steps)[number]);
      expect(read(main)).toEqual(await readFresh());
    },
  );
});

describe('the translator of these tests', () => {
  it('wraps later texts too, except below translate="no"', async () => {
    endTranslation = translateLike(main, 'wrap');
    for (const step of steps.slice(0, 5)) await take(step);
    const card = page.region('[Ethereum]');
    expect(card.querySelector('.status')?.innerHTML).toBe('<font><font>[Connected]</font></font>');
    expect(card.querySelector('[data-field=balance]')?.textContent).toBe('12 ETH');
  });
});
