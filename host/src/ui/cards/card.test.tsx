import {
  type AccountId,
  type Connection,
  type Failure,
  lineKinds,
  type Progress,
  type WalletListing,
  type WalletRef,
} from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '../../async.ts';
import type { SentEntry } from '../../ledger/entry.ts';
import { lateBalanceMs } from '../../limits.ts';
import type { Request } from '../../session/request.ts';
import { beOn } from '../../testing/devices.ts';
import {
  account,
  asking,
  connect,
  connected,
  otherAccount,
  otherWalletRef,
  sendInput,
  sending,
  signing,
  submitted,
  toSending,
  wallet,
  walletRef,
} from '../../testing/facts.ts';
import { createFakeShell, type FakeShell, fakeConfig } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';

let shell: FakeShell;
let page: OpenPage;
const card = () => page.region('Ethereum');
const status = () => card().querySelector('[role=status]')?.textContent;
const text = () => card().textContent;
const announced = () => document.querySelector('[aria-live]')?.textContent;
const actions = ['Send', 'Receive', 'More'];
/** What the card's menu offers, if it is open. */
const menu = () =>
  page.buttons(card().querySelector('[aria-label="More for Ethereum"]') ?? document.createElement('p'));

const failRemote = (code: string, step: 'again' | 'reload' = 'again', more: Failure['context'] = {}) => {
  const failure = { code, context: { remote: 'remote-evm', ...more } };
  return page.change(() => shell.store.publishRemote('evm', { stage: 'failed', failure, step }));
};
const failAttempt = (code: string, ref: WalletRef) => {
  const failure = { code, context: { wallet: ref.name } };
  return page.change(() =>
    shell.store.publishAttempt('evm', { state: 'failed', id: '1', wallet: ref, failure }),
  );
};
/** The discovery lists these wallets, and no others. */
function list(...wallets: readonly WalletListing[]): void {
  shell.store.publishWallets('evm', wallets);
  shell.store.publishRemote('evm', { stage: 'listed', release: { remote: 'remote-evm', version: '0.1.0' } });
}
const request = (now: Request) => page.change(() => shell.request('evm').set(now));
const failRequest = (
  code: string,
  facts: object = { input: sendInput, intent: sending },
  more: Failure['context'] = {},
) => {
  const context = { wallet: 'Practice Wallet', network: 'Practice chain', detail: '', method: '', ...more };
  return request({ state: 'failed', failure: { code, context: { difference: '', ...context } }, ...facts });
};

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

  it('says that a wallet still remembers the page, and how that ends in the wallet', async () => {
    await failRequest('wallet/keeps-permission', {});
    expect(text()).toContain('Practice Wallet still remembers this page');
    expect(text()).toContain('To end that too, remove this site in Practice Wallet.');
    expect(page.buttons(card())).not.toContain('Try again');
    // The wallets stay at hand.
    await page.press(card(), 'More wallets for Ethereum');
    await page.press(card(), 'Dismiss');
    expect(shell.given).toEqual(['choose evm', 'dismiss evm']);
  });

  it('offers two wallets, those at hand first, in places that exist from the start', async () => {
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
    await page.change(() => list(away, wallet));
    expect(text()).toContain('Connect with');
    expect(rows()).toEqual(['Practice Wallet', 'Away', 'Get', 'More wallets']);
    expect(card().querySelector('a')?.href).toBe('https://wallet.example/');
    await page.press(card(), 'Connect Ethereum with Practice Wallet');
    expect(shell.given).toEqual([`connect evm ${wallet.id}`]);
  });

  it('offers first the wallets that work on a phone, and opens this page in a wallet’s app', async () => {
    beOn('Safari on iOS');
    const rows = () =>
      [...card().querySelectorAll('.pick-name, .pick-note')].map(({ textContent }) => textContent?.trim());
    const far = { id: 'far', name: 'Far', reach: 'absent', installUrl: 'https://far.example/' } as const;
    const app = { ...far, id: 'app', name: 'App', openUrl: 'https://far.example/open' } as const;
    await page.change(() => list(far, app));
    expect(text()).toContain('Connect with');
    expect(rows()).toEqual(['App', 'Open app', 'Far', 'Get', 'More wallets']);
    expect(card().querySelector('a')?.href).toBe('https://far.example/open');
  });

  it.each([
    ['wallet/revoked', 'Rabby shares no account with this page now'],
    ['wallet/locked', 'Open Rabby and unlock it, then connect again.'],
  ])('says why a connection ended, and offers a new one: %s', async (code, words) => {
    const failure = { code, context: { wallet: 'Rabby' } };
    await page.change(() => connect(shell, { status: 'disconnected', failure }));
    expect(text()).toContain(words);
    expect(page.buttons(card())).toEqual(['Connect']);
  });

  it('tries the same wallet again after a rejection', async () => {
    await failAttempt('wallet/rejected', otherWalletRef);
    expect(status()).toBe('Disconnected');
    expect(text()).toContain('You said no');
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

  it('needs only the connection', async () => {
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

  it('offers the tokens of its network for the wallet’s list', async () => {
    const [first] = fakeConfig.families;
    if (first === undefined) throw new Error('no family');
    const token = { asset: `${first.networks[0].id}/erc20:0xb`, symbol: 'DAI', decimals: 18 } as const;
    await page.close();
    const families = [{ ...first, networks: [{ ...first.networks[0], tokens: [token] }] as const }];
    shell = createFakeShell({ ...fakeConfig, families });
    page = await openPage(shell);
    await publish({ ...connected, capabilities: ['token'] } as Connection);
    await page.press(card(), 'More');
    await page.press(card(), 'Add DAI to the wallet');
    expect(shell.given).toEqual([`token evm ${token.asset} DAI 18`]);
  });

  it('offers all that its wallet can do, by name: two actions, and the others in a menu', async () => {
    await publish();
    expect(page.buttons(card()).slice(1)).toEqual(actions);
    await page.press(card(), 'More');
    expect(menu()).toEqual(['Sign message', 'Sign in', 'Switch account', 'Switch network', 'Disconnect']);
    expect(document.activeElement?.textContent).toBe('Sign message');
    const left = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
    await page.change(() => document.activeElement?.dispatchEvent(left));
    expect(menu()).toEqual([]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('More');
    await page.press(card(), 'More');
    await page.change(() => card().querySelector('h2')?.focus());
    expect(menu()).toEqual([]);
  });

  it('offers neither impossible nor senseless actions', async () => {
    await publish({
      ...connected,
      accounts: [account],
      capabilities: ['message', 'switchAccount'],
    } as Connection);
    expect(page.buttons(card()).slice(1)).toEqual(['Receive', 'More']);
    await page.press(card(), 'More');
    expect(menu()).toEqual(['Sign message', 'Switch account', 'Disconnect']);
  });

  it('asks its wallet for another account at once if it shows one, and again after a failure', async () => {
    await publish({ ...connected, accounts: [account] } as Connection);
    await page.press(card(), 'Switch account');
    expect(shell.given).toEqual(['chooseAccount evm']);
    await failAttempt('wallet/same-account', walletRef);
    expect(text()).toContain('Practice Wallet still shows the same account');
    await page.press(card(), 'Try again');
    expect(shell.given).toEqual(['chooseAccount evm', 'chooseAccount evm']);
  });

  it('shows no attempt whose wallet is connected already', async () => {
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
    expect(shell.given).toEqual(['sign-in evm', 'disconnect evm']);
  });

  it('shows the whole request beside the wallet, and only the way out', async () => {
    await publish();
    await request({ state: 'asking', intent: sending });
    expect(text()).toContain('Approve in Practice Wallet');
    expect(text()).toContain('If it shows the same, approve it there.');
    const terms = [...card().querySelectorAll('[data-field=intent] dt')].map((term) => term.textContent);
    expect(terms).toEqual(['You pay', 'To']);
    const asked = card().querySelector('[data-field=intent]')?.textContent;
    for (const said of ['1.5 ETH', sending.moves.to]) expect(asked).toContain(said);
    expect(text()).toContain('0xf39F…2266Practice chain');
    expect(page.buttons(card())).toEqual(['Copy Recipient', 'Cancel']);
    expect(announced()).toBe(
      'Ethereum: Approve in Practice Wallet. If it shows the same, approve it there. If not, reject it.',
    );
  });

  it('opens the app of a wallet on the same phone', async () => {
    const appUrl = 'com.rainbow.app://';
    await publish({ ...connected, appUrl } as Connection);
    await request({ state: 'asking', intent: sending });
    expect(card().querySelector('.actions a')).toBeNull();
    beOn('Safari on iOS');
    await request({ state: 'asking', intent: sending, isLate: true });
    const link = card().querySelector<HTMLAnchorElement>('.actions a');
    expect([link?.textContent, link?.href, link?.target]).toEqual(['Open Practice Wallet', appUrl, '']);
  });

  it('quotes what the application says, and marks what it alone names', async () => {
    await publish();
    const lines = [
      { is: 'function', value: 'set(uint256)', claimed: true },
      { is: 'field', name: 'fare', value: '7', claimed: true },
    ] as const;
    const moves = { to: sending.moves.to, amount: '0' };
    const intent = { account, method: 'eth_sendTransaction', asksFor: 'transaction', lines, moves } as const;
    await request({ state: 'asking', intent, summary: 'Set the fare to 7' });
    expect(card().querySelector('blockquote')?.textContent).toBe('Linkspan says“Set the fare to 7”');
    expect(card().querySelector('[data-field=intent] dd')?.textContent).toBe(
      'set(fare: 7)as the application says',
    );
  });

  it.each(lineKinds)('shows a line of %s with a warning in red, its words above its value', async (is) => {
    await publish();
    await request({
      state: 'asking',
      intent: {
        ...{ kind: 'call', account, method: 'eth_signTypedData_v4', asksFor: 'signature' },
        lines: [
          { is: 'type', value: 'Permit' },
          { is, name: 'value', value: '340', warning: 'unlimited' },
        ],
      },
    });
    const [warned, ...others] = [...card().querySelectorAll('[data-field=intent] > [data-tone=bad]')];
    expect(warned?.textContent).toMatch(/^valueUnlimited./);
    expect(others).toEqual([]);
  });

  it('shows the request while its release is checked, before the wallet asks', async () => {
    await publish();
    await request({ state: 'checking', intent: sending });
    expect(text()).toContain('Getting this ready');
    expect(text()).not.toContain('Approve it in');
    expect(card().querySelector('[data-field=intent]')?.textContent).toContain('1.5 ETH');
    expect(page.buttons(card())).toEqual(['Copy Recipient', 'Cancel']);
  });

  it('says that its wallet still waits, and lets a person cancel', async () => {
    await publish();
    await request({ state: 'asking', intent: sending, isLate: true });
    expect(text()).toContain('Still waiting in Practice Wallet');
    expect(text()).toContain(
      'Check Practice Wallet for the result. Canceling here does not stop the transaction.',
    );
    await page.press(card(), 'Cancel');
    const network = 'eip155:31338';
    await request({ state: 'switching', network });
    expect(text()).toContain('Approve the switch in Practice Wallet');
    await request({ state: 'switching', network, isLate: true });
    expect(text()).toContain('Still waiting in Practice Wallet');
    expect(text()).toContain('To Second practice chain');
    await page.press(card(), 'Cancel');
    expect(shell.given).toEqual(['cancel evm', 'cancel evm']);
  });

  const doubt = 'It is not clear whether 1.5 ETH to 0x7099…79C8 was sent';
  const inDoubt: SentEntry = { ...submitted, outcome: { state: 'unknown' } };

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
      await page.change(() => shell.activity.set([inDoubt]));
      await failRequest(code, { input: sendInput, intent: sending, mayBeSent: true });
      expect(text()).not.toMatch(/nothing was|try again/i);
      expect(announced()).not.toMatch(/nothing was|try again/i);
      expect(announced()).toContain('Check your wallet before you send again');
      expect(text()).toContain(doubt);
      expect(page.buttons(card()).slice(1)).toEqual([
        'Dismiss',
        ...actions,
        'I have checked my wallet',
        'Details',
      ]);
    },
  );

  it('does not advise to repeat a send in doubt, and shows the wallet’s reason', async () => {
    await publish();
    await page.change(() => shell.activity.set([inDoubt]));
    await failRequest(
      'wallet/failed',
      { input: sendInput, intent: sending, mayBeSent: true },
      { detail: 'The fuse blew.' },
    );
    expect(text()).toContain('It says: The fuse blew.The transaction may still have gone through.');
    expect(text()).not.toMatch(/try again/i);
    expect(announced()).toContain(
      'It says: The fuse blew. The transaction may still have gone through. Check your wallet',
    );
    expect(announced()).not.toMatch(/try again/i);
  });

  const landed = { state: 'landed', transaction: '0x1', isFinal: true } as const;
  it.each<[string, Partial<SentEntry>]>([
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
      shell
        .request('evm')
        .set({ state: 'failed', input: sendInput, intent: sending, failure, mayBeSent: true });
    });
    expect(text()).toContain('Canceled here');
    await request({ state: 'none' });
    expect(text()).toContain(doubt);
    await page.change(() =>
      shell
        .request('evm')
        .set({ state: 'failed', input: sendInput, intent: sending, failure, mayBeSent: true }),
    );
    await page.change(() => shell.activity.set([next, { ...inDoubt, ...change }]));
    expect(text()).not.toContain(doubt);
    expect(text()).not.toContain('Canceled here');
    expect(card().querySelector('.notice')).toBeNull();
  });

  it('lets the person confirm that they checked their wallet', async () => {
    await publish();
    await page.change(() => shell.activity.set([inDoubt]));
    await page.press(card(), 'I have checked my wallet');
    expect(shell.given).toEqual(['dismissSend one']);
  });

  it('warns in the next form of a send in doubt', async () => {
    await publish();
    await page.change(() =>
      shell.activity.set([
        inDoubt,
        {
          ...inDoubt,
          id: 'other',
          intent: toSending(otherAccount, sending.moves.to, '7000000000000000000'),
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
    ['network/busy', 'Nothing was sent.'],
    ['network/refused', 'Nothing was sent.'],
    ['network/insufficient-funds', 'Nothing was sent.'],
    ['network/expired', 'Nothing was sent.'],
    ['wallet/other-transaction', 'Not sent: Practice Wallet changed the payment'],
  ])('says after %s without a note that nothing was sent, of a send alone', async (code, words) => {
    await publish();
    await failRequest(code);
    expect(text()).toContain(words);
    expect(announced()).toContain(words);
    expect(text()).not.toContain('may still have gone through');
    expect(page.buttons(card())).toContain('Try again');
    await failRequest(code, { input: { kind: 'message', text: 'Ahoy' }, intent: signing });
    expect(`${text()} ${announced()}`).not.toContain('Nothing was sent');
  });

  it('asks for the balance of each account anew', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { lease } = shell.store.openLease('evm');
      const show = (...accounts: readonly [AccountId]) =>
        page.change(() => lease.publishConnection({ ...connected, accounts } as Connection));
      await show(account);
      await page.change(() => vi.advanceTimersByTime(lateBalanceMs));
      expect(text()).toContain('Balance not known');
      await show(otherAccount);
      await show(account);
      expect(text()).toContain('Asking for the balance…');
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows that its address could not be copied', async () => {
    await publish();
    const button = card().querySelector('[data-field=account]') as HTMLButtonElement;
    const icon = () => button.querySelector('path')?.getAttribute('d');
    const before = icon();
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('no')) } });
    await page.change(() => button.click());
    expect(icon()).not.toBe(before);
  });

  it('says nothing of a send beside an unknown balance', async () => {
    const failure = { code: 'network/expired', context: { network: 'Practice chain' } };
    const { lease } = shell.store.openLease('evm');
    await page.change(() => {
      lease.publishConnection(connected);
      lease.publishBalanceFailure({ account: sending.account, failure });
    });
    expect(text()).toContain('Ask again');
    expect(text()).not.toContain('Nothing was sent');
  });

  it('asks for the same again after a rejection, and stays connected', async () => {
    await publish();
    await failRequest('wallet/rejected');
    expect(status()).toBe('Connected');
    expect(text()).toContain('You said no');
    expect(page.buttons(card()).slice(1)).toEqual(['Try again', 'Dismiss', ...actions]);
    await page.press(card(), 'Try again');
    expect(shell.given).toEqual([`send evm ${sending.moves.to} ${sending.moves.amount}`]);
  });

  it('sends nothing again on another network, where the same digits are another coin’s', async () => {
    await publish();
    await failRequest('wallet/rejected');
    const [, address = ''] = sending.account.split('eip155:31337:');
    const elsewhere = (network: number) =>
      publish({ ...connected, accounts: [`eip155:${network}:${address}`] } as Connection);
    await elsewhere(31_338);
    await page.press(card(), 'Try again');
    expect(shell.given).toEqual([]);
    const fields = [...card().querySelectorAll<HTMLInputElement>('dialog input')];
    expect(fields.map(({ value }) => value)).toEqual([sending.moves.to, '']);
    await page.press(card(), 'Close');
    await elsewhere(1);
    expect(page.buttons(card())).not.toContain('Try again');
  });

  it('repeats a switch that failed', async () => {
    await publish();
    await page.press(card(), 'Switch network');
    await page.press(card(), 'Second practice chain');
    await failRequest('wallet/network-unsupported', { network: 'eip155:31338' }, { network: 'eip155:31338' });
    expect(text()).toContain('Add Second practice chain in Practice Wallet');
    await page.press(card(), 'Try again');
    expect(shell.given).toEqual(['switchNetwork evm eip155:31338', 'switchNetwork evm eip155:31338']);
  });

  it("repeats nothing of its own after a failure of the application's request", async () => {
    await publish();
    await failRequest('wallet/rejected');
    await page.press(card(), 'Try again');
    const given = [`send evm ${sending.moves.to} ${sending.moves.amount}`];
    // A switch is repeated as a switch, whoever has asked for it.
    await failRequest('wallet/rejected', { network: 'eip155:31338' });
    await page.press(card(), 'Try again');
    expect(shell.given).toEqual([...given, 'switchNetwork evm eip155:31338']);
    await failRequest('wallet/not-connected', {});
    expect(page.buttons(card())).not.toContain('Try again');
    await failRequest('wallet/rejected', { intent: { ...signing, method: 'personal_sign' } });
    expect(page.buttons(card())).not.toContain('Try again');
  });

  it.each([
    ['of the same arguments settles the doubt', '5', undefined],
    ['of other arguments leaves the doubt', '6', 'remote/failed'],
  ])('a call that the person has checked %s', async (_, value, code) => {
    await publish();
    const call = (argument: string) => ({
      ...{ account: sending.account, method: 'eth_sendTransaction', asksFor: 'transaction' },
      moves: { to: sending.moves.to, amount: '0' },
      lines: [{ is: 'field', name: 'amount', value: argument }],
    });
    const entry = (argument: string, isDismissed: boolean) =>
      ({
        ...submitted,
        id: argument,
        intent: call(argument),
        outcome: { state: 'unknown' },
        isDismissed,
      }) as never;
    await failRequest('remote/failed', { intent: call(value), mayBeSent: true });
    await page.change(() => shell.activity.set([entry('5', true), entry('6', false)]));
    expect(card().querySelector<HTMLElement>('[data-code]')?.dataset.code).toBe(code);
  });

  it('keeps its account while another wallet fails to connect', async () => {
    await publish();
    await page.change(() => shell.store.publishAttempt('evm', asking(otherWalletRef)));
    expect(status()).toBe('Connected');
    expect(text()).toContain('Approve the request in Rabby');
    await failAttempt('wallet/timeout', otherWalletRef);
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
    expect(text()).toContain('does not support (1).');
    expect(page.buttons(card())).not.toContain('Send');
    await page.press(card(), 'More');
    expect(menu()).toContain('Switch network');
  });

  it('says so if its wallet can only connect', async () => {
    await publish({ ...connected, capabilities: ['switchNetwork'] } as Connection);
    expect(text()).toContain('View only: Practice Wallet cannot sign or send here.');
    await publish();
    expect(text()).not.toContain('can only show');
  });

  it('offers only a reload if another wallet cannot connect before it', async () => {
    await publish();
    await failRemote('loader/timeout', 'reload');
    await failAttempt('loader/timeout', otherWalletRef);
    expect(text()).toContain('If this stays, reload the page.');
    expect(page.buttons(card())).toContain('Reload');
    expect(page.buttons(card())).not.toContain('Try again');
  });

  it('stays connected while its remote needs a reload', async () => {
    await publish();
    await failRemote('release/late', 'reload');
    expect(status()).toBe('Connected');
    await page.press(card(), 'Reload');
    expect(shell.given).toEqual(['reload']);
  });

  it('offers to restart a remote whose command has failed', async () => {
    await publish();
    await failRequest('remote/timeout', {}, { family: 'evm', command: 'switchAccount' });
    expect(text()).toContain('Ethereum did not answer');
    await page.press(card(), 'Restart Ethereum');
    expect(shell.given).toEqual(['restart evm']);
  });
});

describe('a card whose newest release failed', () => {
  const run = (code: string) => {
    const insteadOf = { version: '0.1.1', code };
    const release = { remote: 'remote-evm', version: '0.1.0', share: 0, insteadOf };
    return page.change(() => shell.store.publishRemote('evm', { stage: 'mounted', release }));
  };

  it.each([
    ['loader/broken', 'Using the earlier version 0.1.0: 0.1.1 did not start.'],
    ['loader/timeout', 'Using the earlier version 0.1.0: 0.1.1 took too long to start.'],
    ['loader/altered', 'Using the earlier version 0.1.0: 0.1.1 is not what its team released.'],
    ['release/quarantined', 'Using the earlier version 0.1.0: 0.1.1 made this page hang.'],
  ])('says which version runs instead, and why: %s', async (code, words) => {
    await page.change(() => connect(shell));
    await run(code);
    expect(text()).toContain(words);
  });

  it('offers the newest again', async () => {
    await run('loader/broken');
    await page.press(card(), 'Try the newest again');
    expect(shell.given).toEqual(['runNewest evm']);
  });
});

describe('a card whose release was stopped', () => {
  const failure = { code: 'release/withdrawn', context: { remote: 'remote-evm' } };
  const stop = () => shell.store.publishReleaseStatus('evm', { state: 'stopped', failure });

  it('keeps its account, and offers to disconnect or reload', async () => {
    await page.change(() => connect(shell));
    await page.change(stop);
    expect(status()).toBe('Connected');
    expect(text()).toContain('0xf39F…2266');
    expect(text()).toContain('Ethereum was taken back by its team');
    expect(text()).toContain('You stay connected. Signing and sending are paused.');
    expect(page.buttons(card()).slice(1)).toEqual(['Reload', 'Disconnect']);
    await page.press(card(), 'Reload');
    expect(shell.given).toEqual(['reload']);
  });

  it('says so instead of a refused request', async () => {
    await page.change(() => connect(shell));
    await request({ state: 'failed', input: sendInput, intent: sending, failure });
    expect(page.buttons(card())).toContain('Try again');
    await page.change(stop);
    expect(page.buttons(card())).not.toContain('Try again');
  });

  it('shows the wallet’s running request until its end', async () => {
    await page.change(() => connect(shell));
    await request({ state: 'asking', intent: sending });
    await page.change(stop);
    expect(text()).toContain('Approve in Practice Wallet');
    await request({ state: 'none' });
    expect(text()).toContain('taken back by its team');
  });

  it('is unavailable without a connected wallet', async () => {
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
  it.each([
    ['release/unreachable', 'again', 'Ethereum is not available right now', 'Try again', 'retry evm'],
    ['release/unreachable', 'again', 'Try again in a moment.', 'Try again', 'retry evm'],
    ['release/unreachable', 'reload', 'Reload the page in a moment.', 'Reload', 'reload'],
    ['release/quarantined', 'again', 'Ethereum waits for you', 'Try again', 'retry evm'],
    ['loader/broken', 'reload', 'could not be started', 'Reload', 'reload'],
    [
      'release/uncheckable',
      'reload',
      'Chrome or Edge 137, Firefox 138, Safari 18, or later.',
      'Reload',
      'reload',
    ],
    [
      'loader/unenforced',
      'reload',
      'Chrome or Edge 137, Firefox 138, Safari 18, or later.',
      'Reload',
      'reload',
    ],
  ] as const)(
    'says what happened, and offers one step: %s, %s',
    async (code, step, words, button, command) => {
      await failRemote(code, step);
      expect(status()).toBe('Unavailable');
      expect(text()).toContain(words);
      expect(card().querySelector('[data-field=failure]')?.textContent).toContain(code);
      await page.press(card(), button);
      expect(shell.given).toEqual([command]);
    },
  );

  it('shows a running retry, and takes no press until its end', async () => {
    await failRemote('release/unreachable');
    const tried = createDeferred<void>();
    shell.pending = tried.promise;
    await page.press(card(), 'Try again');
    await page.press(card(), 'Trying…');
    expect(shell.given).toEqual(['retry evm']);
    await failRemote('release/unreachable', 'reload');
    await page.press(card(), 'Trying…');
    expect(shell.given).toEqual(['retry evm']);
    await page.change(tried.resolve);
    await page.press(card(), 'Reload');
    expect(shell.given).toEqual(['retry evm', 'reload']);
  });

  it('shows readable times', async () => {
    await failRemote('release/expired', 'again', { document: 'live', expiresAt: '2026-12-01T12:00:00Z' });
    expect(text()).toMatch(/good until (November 30|December [12]), 2026 at/);
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

  it('keeps the focus when a press takes its own button away', async () => {
    await page.change(() => shell.store.publishAttempt('evm', asking()));
    card().querySelector('button')?.focus();
    await page.change(() => shell.store.publishAttempt('evm', { state: 'none' }));
    expect(document.activeElement?.textContent).toBe('Ethereum');
  });
});
