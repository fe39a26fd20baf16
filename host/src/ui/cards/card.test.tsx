import { addressOf, type Connection, type Progress } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '../../async.ts';
import type { Activity } from '../../commands/shell.ts';
import { beOn } from '../../testing/be-on.ts';
import {
  account,
  connect,
  connected,
  otherAccount,
  otherWalletRef,
  sending,
  wallet,
  walletRef,
} from '../../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';

let shell: FakeShell;
let page: OpenPage;
const card = () => page.region('Ethereum');
const status = () => card().querySelector('[role=status]')?.textContent;
const text = () => card().textContent;
const told = () => document.querySelector('[aria-live]')?.textContent;
const actions = ['Send', 'Sign message', 'More'];
/** What the card's menu offers, if it is open. */
const menu = () =>
  page.buttons(card().querySelector('[aria-label="More for Ethereum"]') ?? document.createElement('p'));

beforeEach(async () => {
  shell = createFakeShell();
  page = await openPage(shell);
});
afterEach(() => {
  vi.restoreAllMocks();
  return page.close();
});

describe('a disconnected card', () => {
  it('invites', async () => {
    expect(status()).toBe('Disconnected');
    expect(card().dataset.status).toBe('disconnected');
    expect(card().dataset.release).toBe('');
    await page.press(card(), 'More wallets for Ethereum');
    expect(shell.given).toEqual(['choose evm']);
  });

  it('offers two wallets, those at hand first, in places that are there from the start', async () => {
    const rows = () =>
      [...card().querySelectorAll('.pick-name, .pick-note')].map(({ textContent }) => textContent?.trim());
    expect(text()).toContain('Looking for wallets…');
    expect(rows()).toEqual(['', '', 'More wallets']);
    const away = {
      id: 'away',
      name: 'Away',
      reach: 'absent',
      installUrl: 'https://wallet.example/',
    } as const;
    await page.change(() => shell.store.publishWallets('evm', [away, wallet]));
    expect(text()).toContain('Connect with');
    expect(rows()).toEqual(['Practice Wallet', 'Away', 'Get', 'More wallets']);
    expect(card().querySelector('a')?.href).toBe('https://wallet.example/');
    await page.press(card(), 'Connect Ethereum with Practice Wallet');
    expect(shell.given).toEqual([`connect evm ${wallet.id}`]);
  });

  it('offers first what can be used on a phone, and opens this page in a wallet’s app', async () => {
    beOn('Safari on iOS');
    const rows = () =>
      [...card().querySelectorAll('.pick-name, .pick-note')].map(({ textContent }) => textContent?.trim());
    const far = { id: 'far', name: 'Far', reach: 'absent', installUrl: 'https://far.example/' } as const;
    const app = { ...far, id: 'app', name: 'App', openUrl: 'https://far.example/open' } as const;
    await page.change(() => shell.store.publishWallets('evm', [far, app]));
    expect(text()).toContain('Connect with');
    expect(rows()).toEqual(['App', 'Open app', 'Far', 'Get', 'More wallets']);
    expect(card().querySelector('a')?.href).toBe('https://far.example/open');
  });

  it('says why a wallet has gone', async () => {
    const failure = { code: 'wallet/revoked', context: { wallet: 'Rabby' } };
    await page.change(() => connect(shell, { status: 'disconnected', failure }));
    expect(text()).toContain('Rabby ended the connection');
    expect(page.buttons(card())).toEqual(['Connect']);
  });

  it('advises to connect again where that is what it offers', async () => {
    const failure = { code: 'wallet/locked', context: { wallet: 'Rabby' } };
    await page.change(() => connect(shell, { status: 'disconnected', failure }));
    expect(text()).toContain('Open Rabby and unlock it, then connect again.');
    expect(page.buttons(card())).toEqual(['Connect']);
  });

  it('tries the same wallet again after a rejection', async () => {
    const failure = { code: 'wallet/rejected', context: { wallet: 'Rabby' } };
    await page.change(() =>
      shell.store.publishAttempt('evm', { state: 'failed', id: '1', wallet: otherWalletRef, failure }),
    );
    expect(status()).toBe('Disconnected');
    expect(text()).toContain('You rejected it');
    await page.press(card(), 'Try again');
    await page.press(card(), 'Dismiss');
    expect(shell.given).toEqual(['connect evm rabby', 'dismiss evm']);
  });
});

describe('a connecting card', () => {
  const report = (progress: Progress) =>
    page.change(() =>
      shell.store.publishAttempt('evm', { state: 'running', id: '1', wallet: walletRef, progress }),
    );

  it.each([
    [{ step: 'asking' }, 'Approve the request in Practice Wallet'],
    [{ step: 'waiting' }, 'Still waiting in Practice Wallet'],
    [{ step: 'loading' }, 'Loading Practice Wallet'],
    [{ step: 'press' }, 'Practice Wallet is ready'],
    [{ step: 'adopting' }, 'Approved in Practice Wallet'],
  ] as const)('at %o says %s and can be cancelled', async (progress, words) => {
    await report(progress);
    expect(status()).toBe('Connecting');
    expect(text()).toContain(words);
    await page.press(card(), 'Cancel');
    expect(shell.given).toEqual(['cancel evm']);
  });

  it('reads so from the connection alone', async () => {
    await page.change(() => connect(shell, { status: 'connecting', wallet: { id: 'a', name: 'Rabby' } }));
    expect(text()).toContain('Approve the request in Rabby');
  });
});

describe('the card of a locked wallet', () => {
  it('says so, keeps the account in view, and offers to connect again or to disconnect', async () => {
    const { wallet: ref, accounts } = connected as Connection & { status: 'connected' };
    const failure = { code: 'wallet/locked', context: { wallet: 'Rabby' } };
    await page.change(() =>
      connect(shell, { status: 'reconnecting', wallet: { ...ref, name: 'Rabby' }, accounts, failure }),
    );
    expect(status()).toBe('Reconnecting');
    expect(text()).toContain('Rabby is locked');
    expect(text()).toContain('0xf39F…2266');
    expect(text()).not.toContain('Waiting for Rabby');
    expect(page.buttons(card()).slice(-2)).toEqual(['Connect again', 'Disconnect']);
    await page.press(card(), 'Connect again');
    expect(shell.given).toEqual([`connect evm ${ref.id}`]);
  });
});

describe('a connected card', () => {
  const publish = (connection: Connection = connected) => page.change(() => connect(shell, connection));

  it('shows account, balance, network, wallet and release', async () => {
    await publish();
    expect(status()).toBe('Connected');
    expect(card().dataset).toMatchObject({ family: 'evm', status: 'connected', release: 'remote-evm@0.1.0' });
    const shown = card().querySelector<HTMLElement>('[data-field=account]');
    expect(shown?.textContent).toBe('0xf39F…2266');
    expect(shown?.getAttribute('aria-label')).toContain('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
    expect(shown?.dataset.account).toBe(account);
    const balance = card().querySelector<HTMLElement>('[data-field=balance]');
    expect(balance?.textContent).toBe('9,998.42 ETH');
    expect(balance?.title).toBe('9998.420000000000000001 ETH');
    expect(text()).toContain('Practice chain');
    expect(text()).toContain('Practice Wallet');
  });

  it('offers all that its wallet can do, by name: two actions, and the others in a menu', async () => {
    await publish();
    expect(page.buttons(card()).slice(1)).toEqual(actions);
    await page.press(card(), 'More');
    expect(menu()).toEqual(['Sign in', 'Switch account', 'Switch network', 'Disconnect']);
    expect(document.activeElement?.textContent).toBe('Sign in');
    const left = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
    await page.change(() => document.activeElement?.dispatchEvent(left));
    expect(menu()).toEqual([]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('More');
    await page.press(card(), 'More');
    await page.change(() => card().querySelector('h2')?.focus());
    expect(menu()).toEqual([]);
  });

  it('does not offer what the wallet cannot do or what makes no sense', async () => {
    await publish({
      ...connected,
      accounts: [account],
      capabilities: ['signMessage', 'switchAccount'],
    } as Connection);
    expect(page.buttons(card()).slice(1)).toEqual(['Sign message', 'More']);
    await page.press(card(), 'More');
    expect(menu()).toEqual(['Switch account', 'Disconnect']);
  });

  it('has its wallet ask for another account at once where it shows one, and again after a failure', async () => {
    await publish({ ...connected, accounts: [account] } as Connection);
    await page.press(card(), 'Switch account');
    expect(shell.given).toEqual(['chooseAccount evm']);
    const failure = { code: 'wallet/same-account', context: { wallet: 'Practice Wallet' } };
    await page.change(() =>
      shell.store.publishAttempt('evm', { state: 'failed', id: '1', wallet: walletRef, failure }),
    );
    expect(text()).toContain('Practice Wallet still shows the same account');
    await page.press(card(), 'Try again');
    expect(shell.given).toEqual(['chooseAccount evm', 'chooseAccount evm']);
  });

  it('says nothing of an attempt whose wallet is taken over by now', async () => {
    await page.change(() => {
      const progress = { step: 'adopting' } as const;
      shell.store.publishAttempt('evm', {
        state: 'running',
        id: '1',
        wallet: (connected as Connection & { status: 'connected' }).wallet,
        progress,
      });
      connect(shell);
    });
    expect(card().querySelector('.notice')).toBeNull();
  });

  it('signs in and disconnects by one press', async () => {
    await publish();
    await page.press(card(), 'Sign in');
    await page.press(card(), 'Disconnect');
    expect(shell.given).toEqual(['signIn evm', 'disconnect evm']);
  });

  it('shows what is asked, whole, beside the wallet, and only the way out', async () => {
    await publish();
    await page.change(() => shell.request('evm').set({ state: 'asking', intent: sending }));
    expect(text()).toContain('Approve it in Practice Wallet');
    expect(text()).toContain('Compare this with Practice Wallet');
    const terms = [...card().querySelectorAll('[data-field=intent] dt')].map((term) => term.textContent);
    expect(terms).toEqual(['Send', 'To', 'From', 'On', 'Fee']);
    const asked = card().querySelector('[data-field=intent]')?.textContent;
    for (const said of ['1.5 ETH', sending.to, addressOf(account), 'Practice chain'])
      expect(asked).toContain(said);
    expect(page.buttons(card())).toEqual(['Copy Recipient', 'Cancel']);
    expect(told()).toBe(
      'Ethereum: Approve it in Practice Wallet. Compare this with Practice Wallet and approve only if they match.',
    );
  });

  it('shows what will be asked while its release is checked, and does not say that the wallet asks', async () => {
    await publish();
    await page.change(() => shell.request('evm').set({ state: 'checking', intent: sending }));
    expect(text()).toContain('Getting this ready');
    expect(text()).not.toContain('Approve it in');
    expect(card().querySelector('[data-field=intent]')?.textContent).toContain('1.5 ETH');
    expect(page.buttons(card())).toEqual(['Copy Recipient', 'Cancel']);
  });

  it('says that its wallet still waits, and lets a person cancel', async () => {
    await publish();
    await page.change(() => shell.request('evm').set({ state: 'asking', intent: sending, isLate: true }));
    expect(text()).toContain('Still waiting in Practice Wallet');
    expect(text()).toContain('look there for the outcome. To cancel here takes nothing back.');
    await page.press(card(), 'Cancel');
    const network = 'eip155:31338';
    await page.change(() => shell.request('evm').set({ state: 'switching', network }));
    expect(text()).toContain('Approve the switch in Practice Wallet');
    await page.change(() => shell.request('evm').set({ state: 'switching', network, isLate: true }));
    expect(text()).toContain('Still waiting in Practice Wallet');
    expect(text()).toContain('To Second practice chain');
    await page.press(card(), 'Cancel');
    expect(shell.given).toEqual(['cancel evm', 'cancel evm']);
  });

  const doubt = 'Your send of 1.5 ETH to 0x7099…79C8 may still have gone through';
  const inDoubt: Activity & { kind: 'sent' } = {
    ...{ kind: 'sent', id: 'send-1', family: 'evm', at: 1_000, intent: sending },
    ...{ outcome: { state: 'unknown' }, isDismissed: false, isEarlier: false, isLookedFor: false },
  };

  it.each([
    'wallet/cancelled',
    'wallet/closed',
    'wallet/pending',
    'wallet/account-changed',
    'wallet/unsupported',
    'wallet/failed',
    'network/refused',
    'network/expired',
    'remote/failed',
  ])(
    'offers no second send after %s if the first may be carried out, and does not say that nothing was sent',
    async (code) => {
      await publish();
      const failure = { code, context: { wallet: 'Practice Wallet', detail: '' } };
      const failed = { state: 'failed', intent: sending, failure, mayBeSent: true } as const;
      await page.change(() => {
        shell.activity.set([inDoubt]);
        shell.request('evm').set(failed);
      });
      expect(text()).not.toMatch(/nothing was|try again/i);
      const told = document.querySelector('[aria-live]')?.textContent;
      expect(told).not.toMatch(/nothing was|try again/i);
      expect(told).toContain('Check your wallet before you send again');
      expect(text()).toContain(doubt);
      expect(page.buttons(card()).slice(1)).toEqual(['Dismiss', ...actions, 'I have checked my wallet']);
    },
  );

  it('does not advise to try again what may be carried out, and says what the wallet said', async () => {
    await publish();
    const failure = {
      code: 'wallet/failed',
      context: { wallet: 'Practice Wallet', detail: 'The fuse blew.' },
    };
    const failed = { state: 'failed', intent: sending, failure, mayBeSent: true } as const;
    await page.change(() => {
      shell.activity.set([inDoubt]);
      shell.request('evm').set(failed);
    });
    expect(text()).toContain('It says: The fuse blew.This page does not know whether it was sent.');
    expect(text()).not.toMatch(/try again/i);
    expect(told()).toContain(
      'It says: The fuse blew. This page does not know whether it was sent. Check your wallet',
    );
    expect(told()).not.toMatch(/try again/i);
  });

  const landed = { state: 'landed', transaction: '0x1', isFinal: true } as const;
  it.each<[string, Partial<typeof inDoubt>]>([
    ['the activity knows the outcome', { outcome: { ...landed, comparison: { result: 'as-asked' } } }],
    ['the network can no longer confirm it', { outcome: { state: 'expired' }, isDismissed: true }],
    ['the person has checked their wallet', { isDismissed: true }],
  ])('doubts a send, also after the next one and a dismissal, until %s', async (_, change) => {
    await publish();
    const failure = { code: 'wallet/cancelled', context: { wallet: 'Practice Wallet' } };
    const next = {
      ...inDoubt,
      id: 'send-2',
      outcome: { ...landed, comparison: { result: 'as-asked' } },
    } as const;
    await page.change(() => {
      shell.activity.set([next, inDoubt]);
      shell.request('evm').set({ state: 'failed', intent: sending, failure, mayBeSent: true });
    });
    expect(text()).toContain('You cancelled');
    await page.change(() => shell.request('evm').set({ state: 'none' }));
    expect(text()).toContain(doubt);
    await page.change(() =>
      shell.request('evm').set({ state: 'failed', intent: sending, failure, mayBeSent: true }),
    );
    await page.change(() => shell.activity.set([next, { ...inDoubt, ...change }]));
    expect(text()).not.toContain(doubt);
    expect(text()).not.toContain('You cancelled');
    expect(card().querySelector('.notice')).toBeNull();
  });

  it('is told that the person has checked their wallet', async () => {
    await publish();
    await page.change(() => shell.activity.set([inDoubt]));
    await page.press(card(), 'I have checked my wallet');
    expect(shell.given).toEqual(['dismissSend send-1']);
  });

  it('says in the form of the next send that the one before may have gone through', async () => {
    await publish();
    await page.change(() =>
      shell.activity.set([
        inDoubt,
        {
          ...inDoubt,
          id: 'other',
          intent: { ...sending, account: otherAccount, amount: '7000000000000000000' },
        },
      ]),
    );
    await page.press(card(), 'Send');
    const form = document.querySelector('form')?.textContent;
    expect(form).toContain(`${doubt}Check your wallet before you send again.`);
    expect(form).not.toContain('7 ETH');
  });

  it.each([
    ['remote/failed', 'Nothing was sent.'],
    ['wallet/window-blocked', 'Nothing was sent.'],
    ['wallet/unsupported', 'Nothing was sent.'],
    ['wallet/other-transaction', 'Not sent: Practice Wallet changed the payment'],
  ])('says that a send was not sent after %s without a note', async (code, words) => {
    await publish();
    const failure = { code, context: { wallet: 'Practice Wallet', difference: '', method: '' } };
    await page.change(() => shell.request('evm').set({ state: 'failed', intent: sending, failure }));
    expect(text()).toContain(words);
    expect(text()).not.toContain('may still have gone through');
  });

  it('offers a send again that has failed before a wallet was asked', async () => {
    await publish();
    const failure = { code: 'network/busy', context: { network: 'Practice chain' } };
    const failed = { state: 'failed', intent: sending, failure } as const;
    await page.change(() => shell.request('evm').set(failed));
    expect(text()).toContain('Nothing was sent.');
    expect(text()).not.toContain('may be sent');
    await page.press(card(), 'Try again');
    expect(shell.given).toHaveLength(1);
  });

  it.each(['network/refused', 'network/insufficient-funds', 'network/expired'])(
    'says that nothing was sent of a send that ended with %s, and of nothing else',
    async (code) => {
      await publish();
      const failure = { code, context: { network: 'Practice chain', detail: 'The node is syncing' } };
      await page.change(() => shell.request('evm').set({ state: 'failed', intent: sending, failure }));
      expect(text()).toContain('Nothing was sent.');
      expect(told()).toContain('Nothing was sent.');
      const intent = { kind: 'message', account: sending.account, text: 'Ahoy' } as const;
      await page.change(() => shell.request('evm').set({ state: 'failed', intent, failure }));
      expect(`${text()} ${told()}`).not.toContain('Nothing was sent');
      await page.change(() => shell.request('evm').set({ state: 'none' }));
      const { lease } = shell.store.openLease('evm');
      await page.change(() => {
        lease.publishConnection(connected);
        lease.publishBalanceFailure({ account: sending.account, failure });
      });
      expect(text()).toContain('Ask again');
      expect(text()).not.toContain('Nothing was sent');
    },
  );

  it('asks for the same again after a rejection, and stays connected', async () => {
    await publish();
    const failure = { code: 'wallet/rejected', context: { wallet: 'Practice Wallet' } };
    await page.change(() => shell.request('evm').set({ state: 'failed', intent: sending, failure }));
    expect(status()).toBe('Connected');
    expect(text()).toContain('You rejected it');
    expect(page.buttons(card()).slice(1)).toEqual(['Try again', 'Dismiss', ...actions]);
    await page.press(card(), 'Try again');
    expect(shell.given).toEqual([`send evm ${sending.to} ${sending.amount}`]);
  });

  it('repeats a switch that failed', async () => {
    await publish();
    await page.press(card(), 'Switch network');
    await page.press(card(), 'Second practice chain');
    const context = { wallet: 'Practice Wallet', network: 'eip155:31338' };
    const failure = { code: 'wallet/network-unsupported', context };
    await page.change(() => shell.request('evm').set({ state: 'failed', failure }));
    expect(text()).toContain('Add Second practice chain in Practice Wallet');
    await page.press(card(), 'Try again');
    expect(shell.given).toEqual(['switchNetwork evm eip155:31338', 'switchNetwork evm eip155:31338']);
  });

  it('keeps its account while another wallet is asked and fails', async () => {
    await publish();
    const attempt = { id: '2', wallet: otherWalletRef };
    await page.change(() =>
      shell.store.publishAttempt('evm', { ...attempt, state: 'running', progress: { step: 'asking' } }),
    );
    expect(status()).toBe('Connected');
    expect(text()).toContain('Approve the request in Rabby');
    const failure = { code: 'wallet/timeout', context: { wallet: 'Rabby' } };
    await page.change(() => shell.store.publishAttempt('evm', { ...attempt, state: 'failed', failure }));
    expect(text()).toContain('0xf39F…2266');
    expect(text()).toContain('Rabby did not answer');
    await page.press(card(), 'Try again');
    expect(shell.given).toEqual(['connect evm rabby']);
  });

  it('names a network that the page does not know, and offers to switch', async () => {
    await publish({
      ...connected,
      accounts: ['eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    } as Connection);
    expect(text()).toContain('Unknown network');
    expect(text()).toContain('its number is 1.');
    expect(page.buttons(card())).not.toContain('Send');
    await page.press(card(), 'More');
    expect(menu()).toContain('Switch network');
  });

  it('says why there is nothing to do with a wallet that can only connect', async () => {
    await publish({ ...connected, capabilities: ['switchNetwork'] } as Connection);
    expect(text()).toContain('Here Practice Wallet can only show its account');
    await publish();
    expect(text()).not.toContain('can only show');
  });

  it('offers the reload alone where another wallet cannot be asked before it', async () => {
    await publish();
    const failure = { code: 'loader/timeout', context: { remote: 'remote-evm', stage: 'connector' } };
    await page.change(() => shell.store.publishRemote('evm', { stage: 'failed', failure, step: 'reload' }));
    await page.change(() =>
      shell.store.publishAttempt('evm', { state: 'failed', id: '1', wallet: otherWalletRef, failure }),
    );
    expect(text()).toContain('If it stays like this, reload the page.');
    expect(page.buttons(card())).toContain('Reload');
    expect(page.buttons(card())).not.toContain('Try again');
  });

  it('stays connected while its remote needs a reload', async () => {
    await publish();
    const failure = { code: 'release/late', context: { remote: 'remote-evm' } };
    await page.change(() => shell.store.publishRemote('evm', { stage: 'failed', failure, step: 'reload' }));
    expect(status()).toBe('Connected');
    await page.press(card(), 'Reload');
    expect(shell.given).toEqual(['reload']);
  });

  it.each([
    ['again', 'Try again in a moment.'],
    ['reload', 'Reload the page in a moment.'],
  ] as const)('advises what it offers where the step is %s', async (step, advice) => {
    const failure = { code: 'release/unreachable', context: { remote: 'remote-evm' } };
    await page.change(() => shell.store.publishRemote('evm', { stage: 'failed', failure, step }));
    expect(text()).toContain(advice);
    expect(page.buttons(card())).toContain(step === 'again' ? 'Try again' : 'Reload');
  });
});

describe('a card whose release was stopped', () => {
  const failure = { code: 'release/withdrawn', context: { remote: 'remote-evm' } };
  const stop = () => shell.store.publishReleaseStatus('evm', { state: 'stopped', failure });

  it('keeps its account, and offers what still works and a reload', async () => {
    await page.change(() => connect(shell));
    await page.change(stop);
    expect(status()).toBe('Connected');
    expect(text()).toContain('0xf39F…2266');
    expect(text()).toContain('Ethereum support has been taken back by its team');
    expect(text()).toContain('Your account stays connected, but it cannot sign or send');
    expect(page.buttons(card()).slice(1)).toEqual(['Reload', 'Disconnect']);
    await page.press(card(), 'Reload');
    expect(shell.given).toEqual(['reload']);
  });

  it('says so rather than what was refused for it', async () => {
    await page.change(() => connect(shell));
    await page.change(() => shell.request('evm').set({ state: 'failed', intent: sending, failure }));
    expect(page.buttons(card())).toContain('Try again');
    await page.change(stop);
    expect(page.buttons(card())).not.toContain('Try again');
  });

  it('goes on showing what its wallet is asked, until that is over', async () => {
    await page.change(() => connect(shell));
    await page.change(() => shell.request('evm').set({ state: 'asking', intent: sending }));
    await page.change(stop);
    expect(text()).toContain('Approve it in Practice Wallet');
    await page.change(() => shell.request('evm').set({ state: 'none' }));
    expect(text()).toContain('taken back by its team');
  });

  it('is unavailable where no wallet is connected', async () => {
    await page.change(stop);
    expect(status()).toBe('Unavailable');
    expect(page.buttons(card()).at(-1)).toBe('Reload');
  });

  it('is as it was once the same release is live again', async () => {
    await page.change(() => connect(shell));
    await page.change(stop);
    await page.change(() => shell.store.publishReleaseStatus('evm', { state: 'current' }));
    expect(page.buttons(card()).slice(1)).toEqual(actions);
  });
});

describe('a reconnecting card', () => {
  it('shows the known account with its last balance', async () => {
    await page.change(() =>
      connect(shell, { status: 'reconnecting', wallet: walletRef, accounts: [account] }),
    );
    expect(status()).toBe('Reconnecting');
    expect(text()).toContain('0xf39F…2266');
    expect(text()).toContain('9,998.42 ETH');
    expect(page.buttons(card()).slice(1)).toEqual(['Disconnect']);
  });
});

describe('an unavailable card', () => {
  it('says what happened and tries again', async () => {
    const failure = { code: 'release/unreachable', context: { remote: 'remote-evm' } };
    await page.change(() => shell.store.publishRemote('evm', { stage: 'failed', failure, step: 'again' }));
    expect(status()).toBe('Unavailable');
    expect(text()).toContain('Ethereum support could not be loaded');
    expect(card().querySelector('[data-field=failure]')?.textContent).toContain('release/unreachable');
    await page.press(card(), 'Try again');
    expect(shell.given).toEqual(['retry evm']);
  });

  it('says that it tries, and takes no press until it has tried', async () => {
    const failure = { code: 'release/unreachable', context: { remote: 'remote-evm' } };
    await page.change(() => shell.store.publishRemote('evm', { stage: 'failed', failure, step: 'again' }));
    const tried = createDeferred<void>();
    shell.pending = tried.promise;
    await page.press(card(), 'Try again');
    await page.press(card(), 'Trying…');
    expect(shell.given).toEqual(['retry evm']);
    await page.change(() => shell.store.publishRemote('evm', { stage: 'failed', failure, step: 'reload' }));
    await page.press(card(), 'Trying…');
    expect(shell.given).toEqual(['retry evm']);
    await page.change(tried.resolve);
    await page.press(card(), 'Reload');
    expect(shell.given).toEqual(['retry evm', 'reload']);
  });

  it('says times as people read them', async () => {
    const context = { remote: 'remote-evm', document: 'live', expiresAt: '2026-12-01T12:00:00Z' };
    const failure = { code: 'release/expired', context };
    await page.change(() => shell.store.publishRemote('evm', { stage: 'failed', failure, step: 'again' }));
    expect(text()).toMatch(/good until (November 30|December [12]), 2026 at/);
  });

  it('offers a reload where only that helps', async () => {
    const failure = { code: 'loader/broken', context: { remote: 'remote-evm', stage: 'connector' } };
    await page.change(() => shell.store.publishRemote('evm', { stage: 'failed', failure, step: 'reload' }));
    await page.press(card(), 'Reload');
    expect(shell.given).toEqual(['reload']);
  });
});

describe('a card in a browser that is too old', () => {
  it.each(['release/uncheckable', 'loader/unenforced'])('names those that work, after %s', async (code) => {
    const failure = { code, context: { remote: 'remote-evm' } };
    await page.change(() => shell.store.publishRemote('evm', { stage: 'failed', failure, step: 'reload' }));
    expect(card().textContent).toContain('Chrome or Edge 137, Firefox 138, Safari 18, or later.');
  });
});

describe('every card', () => {
  it('is a region with one live status, in the order of the configuration', () => {
    const cards = [...document.querySelectorAll('section[data-family]')];
    expect(cards.map((each) => each.querySelector('h2')?.textContent)).toEqual([
      'Ethereum',
      'Solana',
      'NEAR',
    ]);
    for (const each of cards)
      expect(each.querySelectorAll('[role=status], [aria-live], [role=alert]')).toHaveLength(1);
  });

  it('leaves the other families as they were', async () => {
    const before = page.region('Solana').outerHTML;
    await page.change(() => connect(shell));
    expect(page.region('Solana').outerHTML).toBe(before);
  });

  it('keeps the focus when a press takes its own button away', async () => {
    await page.change(() =>
      shell.store.publishAttempt('evm', {
        state: 'running',
        id: '1',
        wallet: walletRef,
        progress: { step: 'asking' },
      }),
    );
    card().querySelector('button')?.focus();
    await page.change(() => shell.store.publishAttempt('evm', { state: 'none' }));
    expect(document.activeElement?.textContent).toBe('Ethereum');
  });
});
