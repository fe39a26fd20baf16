import { type Code, type Context, LinkspanError, type Quote, type RecipientKind } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '../../async.ts';
import type { Entry } from '../../ledger/entry.ts';
import { checkSendMs, quotePauseMs, staleQuoteMs } from '../../limits.ts';
import {
  account,
  connect,
  otherAccount,
  sendInput,
  sending,
  submitted,
  toSending,
  walletRef,
} from '../../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';

const stranger = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
/** The account holds 9,998.420000000000000001 ETH. */
const fee = 420_000_000_000_000n;

let shell: FakeShell;
let page: OpenPage;
const card = () => page.region('Ethereum');
const dialog = () => card().querySelector('dialog') as HTMLDialogElement;
const field = (name: string) => dialog().querySelector(`[name=${name}]`) as HTMLInputElement;
const submit = () => page.change(() => dialog().querySelector('form')?.requestSubmit());
const type = (name: string, text: string) =>
  page.change(() => {
    field(name).value = text;
    field(name).dispatchEvent(new Event('input', { bubbles: true }));
  });
/** Fee, total and account, as they are read. */
const sums = () => [...dialog().querySelectorAll('.sums > div')].map((row) => row.textContent);
const warnings = () =>
  [...dialog().querySelectorAll('.care:not([data-tone=known]) p, .field-warning')].flatMap(
    (one) => one.textContent || [],
  );
const wrongOf = (name: string) => field(name).closest('.field')?.querySelector('.field-wrong')?.textContent;
const quote = (amount = fee, told: Partial<Quote> = {}) => {
  shell.quotes = async () => ({ fee: String(amount), ...told });
};
const refuse = <C extends Code>(code: C, context: Context<C>) => {
  shell.quotes = async () => {
    throw new LinkspanError(code, context);
  };
};
const most = () =>
  [...dialog().querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Max',
  ) as HTMLButtonElement;
const severe = () => [...dialog().querySelectorAll('.care [data-tone=bad] p')].map((one) => one.textContent);
const exact = () => [...dialog().querySelectorAll('.care .exact')].map((one) => one.textContent);

function toSent(to: string, state: 'sent' | 'unknown' = 'sent'): Entry {
  const outcome = state === 'sent' ? submitted.outcome : { state };
  return { ...submitted, id: crypto.randomUUID(), intent: toSending(account, to, '1'), outcome };
}

beforeEach(() => {
  shell = createFakeShell();
  connect(shell);
});
afterEach(() => page.close());

async function open(): Promise<void> {
  page = await openPage(shell);
  await page.press(card(), 'Send');
}

describe('the fee', () => {
  it('is requested once there is a recipient, and shown with the total', async () => {
    quote();
    await open();
    await type('amount', '1.5');
    expect(shell.quoted).toEqual([]);
    await type('to', stranger);
    expect(shell.quoted).toEqual([`${stranger} 1500000000000000000`]);
    expect(sums()).toEqual(['Feeabout 0.00042 ETH', 'Total1.50042 ETH', 'From0xf39F…2266, Practice chain']);
  });

  it('is not shown if the network does not quote it, and the total says so', async () => {
    await open();
    await type('amount', '1.5');
    await type('to', stranger);
    expect(sums()).toEqual(['Fee–', 'Total1.5 ETH plus the fee', 'From0xf39F…2266, Practice chain']);
    expect(most().disabled).toBe(true);
  });

  it('of another recipient is not shown for this one', async () => {
    quote();
    await open();
    await type('to', stranger);
    shell.quotes = () => new Promise(() => undefined);
    await type('to', sending.moves.to);
    expect(sums()[0]).toBe('Fee–');
  });

  it('is that of the smallest amount as long as there is no valid one', async () => {
    await open();
    await type('amount', 'much');
    await type('to', stranger);
    expect(shell.quoted).toEqual([`${stranger} 1`]);
  });

  it('is requested at most once in a second, for the latest input', async () => {
    quote();
    await open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    try {
      await type('to', stranger);
      await type('amount', '1');
      await type('amount', '12');
      await page.change(() => vi.advanceTimersByTime(quotePauseMs - 1));
      expect(shell.quoted).toEqual([`${stranger} 1`]);
      await page.change(() => vi.advanceTimersByTime(1));
      expect(shell.quoted).toEqual([`${stranger} 1`, `${stranger} 12000000000000000000`]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('Max', () => {
  it('fills in the balance less the fee, to the last digit', async () => {
    quote();
    await open();
    await type('to', stranger);
    await page.press(dialog(), 'Max');
    expect(field('amount').value).toBe('9998.419580000000000001');
    await submit();
    expect(shell.given).toEqual([`send evm ${stranger} 9998419580000000000001`]);
  });

  it('fills in the whole balance without a fee', async () => {
    quote(0n);
    await open();
    await type('to', stranger);
    await page.press(dialog(), 'Max');
    expect(field('amount').value).toBe('9998.420000000000000001');
    expect(sums()[0]).toBe('FeeNone');
  });

  it('is the most that the network says, which is named if more than the balance is entered', async () => {
    quote(fee, { most: '9000000000000000000000' });
    await open();
    await type('to', stranger);
    await page.press(dialog(), 'Max');
    expect(field('amount').value).toBe('9000');
    await type('amount', '10001');
    await submit();
    expect(wrongOf('amount')).toBe(
      'You can send up to 9,000 ETH. The rest is for fees, and for the minimum that the network keeps in an account.',
    );
    expect(shell.given).toEqual([]);
  });

  it('is not offered if the fee exceeds the balance', async () => {
    quote(10n ** 22n);
    await open();
    await type('to', stranger);
    expect(most().disabled).toBe(true);
    await type('amount', '1');
    await submit();
    expect(wrongOf('amount')).toBe('Not enough for the fee (about 10,000 ETH).');
  });
});

it('is about the account that it was opened for, even after a change in the wallet', async () => {
  const have = () => field('amount').closest('.field')?.querySelector('.field-top span')?.textContent;
  await open();
  expect(have()).toBe('You have 9,998.42 ETH');
  await page.change(() =>
    shell.store.openLease('evm').lease.publishConnection({
      ...{ status: 'connected', wallet: walletRef, accounts: [otherAccount, account], capabilities: [] },
    }),
  );
  expect(sums().at(-1)).toBe('From0xf39F…2266, Practice chain');
  expect(have()).toBe('');
});

it('shows the maximum if the fee makes the amount too large', async () => {
  quote();
  await open();
  await type('to', stranger);
  await type('amount', '9998.42');
  await submit();
  expect(wrongOf('amount')).toBe(
    'That is more than you have. With the fee you can send up to 9,998.41958 ETH.',
  );
  expect(document.activeElement).toBe(field('amount'));
  expect(shell.given).toEqual([]);
});

describe('past recipients', () => {
  it('are the last three different ones, and a press fills one in', async () => {
    const others = ['0xb', '0xc', '0xd'];
    shell.activity.set([
      toSent(stranger),
      toSent('0xe', 'unknown'),
      toSent('0xb'),
      ...others.map((to) => toSent(to)),
    ]);
    await open();
    const shown = page.buttons(dialog()).filter((name) => name.startsWith('0x'));
    expect(shown).toEqual(['0x3C44…93BC', '0xb', '0xc']);
    await page.press(dialog(), '0x3C44…93BC');
    expect(field('to').value).toBe(stranger);
    expect(shell.quoted).toEqual([`${stranger} 1`]);
  });

  it('clear the mistake of the field', async () => {
    shell.activity.set([toSent(stranger)]);
    await open();
    await submit();
    expect(wrongOf('to')).toBe('Enter a recipient.');
    await page.press(dialog(), '0x3C44…93BC');
    expect(wrongOf('to')).toBe('');
  });
});

it('clears the recipient on a press, and focuses it', async () => {
  await open();
  expect(page.buttons(dialog())).not.toContain('Clear');
  await type('to', stranger);
  await page.press(dialog(), 'Clear');
  expect(field('to').value).toBe('');
  expect(document.activeElement).toBe(field('to'));
  expect(page.buttons(dialog())).not.toContain('Clear');
});

describe('a warning', () => {
  const isNew = 'First time to this address from this page. Check every character.';

  it('shows a new recipient with the whole address, and stops nobody', async () => {
    quote();
    await open();
    await type('to', stranger);
    expect(warnings()).toEqual([isNew]);
    expect(dialog().querySelector('.care .exact')?.textContent).toBe(stranger);
    await type('amount', '1');
    await submit();
    expect(shell.given).toHaveLength(1);
  });

  it('shows a new recipient also without a quote', async () => {
    await open();
    await type('to', stranger);
    expect(warnings()).toEqual([isNew]);
  });

  it('is not shown for a known recipient, in any case', async () => {
    quote();
    shell.activity.set([toSent(stranger)]);
    await open();
    await type('to', stranger.toLowerCase());
    expect(warnings()).toEqual([]);
  });

  it('is not shown for an unfinished address', async () => {
    shell.quotes = async () => {
      throw new LinkspanError('input/recipient', { value: '0x3' });
    };
    await open();
    await type('to', '0x3');
    expect(warnings()).toEqual([]);
  });

  it.each([account, otherAccount])('is shown for an own account: %s', async (own) => {
    await open();
    await type('to', own.slice(own.lastIndexOf(':') + 1));
    expect(warnings()).toEqual(['This is your own address. You would only pay the fee.']);
  });

  it.each([
    ['8998.5', false],
    ['8998.6', true],
    ['9998.42', true],
    ['9999', false],
  ])('is shown for more than 90 % of the balance: %s', async (amount, isWarned) => {
    await open();
    await type('amount', amount);
    expect(warnings().join()).toBe(isWarned ? 'That is almost everything. Keep a little for fees.' : '');
  });
});

describe('a recipient', () => {
  const unpaid = 'First time to this address from this page. Check every character.';
  /** It begins and ends like another one. */
  const forge = (address: string, length = 4) =>
    `${address.slice(0, length + 2)}${'7'.repeat(40 - 2 * length)}${address.slice(-length)}`;
  const alike =
    'This address begins and ends like one you know, but is a different one. Somebody may want you to mix them up. The one you know:';

  it.each([
    ['a recipient that was paid', stranger],
    ['an own account', otherAccount.slice(-42)],
    ['an account of another wallet', '0x90F79bf6EB2c4f870365E785982E1f101E93b906'],
  ])('that looks like %s is warned of in red, with the known one', async (_, known) => {
    quote();
    shell.activity.set([toSent(stranger)]);
    const { lease } = shell.store.openLease('near');
    lease.publishConnection({
      ...{ status: 'connected', wallet: walletRef, capabilities: [] },
      accounts: ['near:practice:0x90f79bf6eb2c4f870365e785982e1f101e93b906'],
    });
    await open();
    await type('to', forge(known));
    expect(severe()).toEqual([alike]);
    expect(exact().map((code) => code?.toLowerCase())).toEqual([
      known.toLowerCase(),
      forge(known).toLowerCase(),
    ]);
    await type('to', forge(known.toLowerCase()));
    expect(severe()).toEqual([alike]);
  });

  it('that shares fewer characters with a known one is only new', async () => {
    quote();
    shell.activity.set([toSent(stranger)]);
    await open();
    await type('to', forge(stranger, 3));
    expect(severe()).toEqual([]);
    expect(warnings()).toEqual([unpaid]);
  });

  it('that looks like a known one is warned of before the network answers', async () => {
    shell.quotes = () => new Promise(() => undefined);
    shell.activity.set([toSent(stranger)]);
    await open();
    await type('to', forge(stranger));
    expect(severe()).toEqual([alike]);
  });

  it.each<[RecipientKind, string, boolean]>([
    ['keyless', 'Nobody has a key for this address', true],
    ['contract', 'This address is a contract or program', false],
    ['new', 'Nobody has used this account yet', false],
    ['other-family', 'This is an account of another chain family', false],
  ])('that the network calls %s has a warning of its own', async (is, words, isRed) => {
    quote(fee, { recipient: { address: stranger, is } });
    await open();
    await type('to', stranger);
    expect(warnings()).toEqual([expect.stringContaining(words), unpaid]);
    expect(severe()).toHaveLength(isRed ? 1 : 0);
  });

  it('is known and sent in its canonical form', async () => {
    quote(fee, { recipient: { address: stranger } });
    shell.activity.set([toSent(stranger)]);
    await open();
    await type('to', `0X${stranger.slice(2).toUpperCase()}`);
    expect(warnings()).toEqual([]);
    await type('amount', '1');
    await submit();
    expect(shell.given).toEqual([`send evm ${stranger} 1000000000000000000`]);
  });

  it('is not replaced by another one that a quote names', async () => {
    quote(fee, { recipient: { address: sending.moves.to } });
    await open();
    await type('to', stranger);
    await type('amount', '1');
    await submit();
    expect(shell.given).toEqual([`send evm ${stranger} 1000000000000000000`]);
  });

  it.each([
    ['blanks', `  ${stranger}\t`],
    ['a no-break space', `\u00A0${stranger}\u202F`],
    ['a byte order mark', `\uFEFF${stranger}`],
    ['zero-width characters', `\u200B0x\u200D${stranger.slice(2)}\u2060`],
    ['bidirectional marks', `\u200E\u202A${stranger}\u202C`],
    ['a soft hyphen', `${stranger.slice(0, 9)}\u00AD${stranger.slice(9)}`],
  ])('is taken without %s', async (_, pasted) => {
    quote();
    shell.activity.set([toSent(stranger)]);
    await open();
    await type('to', pasted);
    expect(warnings()).toEqual([]);
    expect(shell.quoted).toEqual([`${stranger} 1`]);
    await type('amount', '1');
    await submit();
    expect(shell.given).toEqual([`send evm ${stranger} 1000000000000000000`]);
  });
});

describe('a quote that is refused', () => {
  const all = { value: '7', network: 'Practice chain' };

  it.each<[Code, 'to' | 'amount', string]>([
    ['input/recipient-family', 'to', 'This is an address of Solana. Enter an address of Ethereum.'],
    ['input/recipient-name', 'to', 'This page does not look up names. Enter the address itself.'],
    ['input/recipient-checksum', 'to', 'A character of this address is wrong.'],
    ['input/recipient-absent', 'to', 'Nobody has this name on Practice chain.'],
    ['network/would-fail', 'to', 'The network expects this transfer to fail.'],
    ['input/amount-least', 'amount', 'Enter at least 0.00089 ETH.'],
    ['input/amount-most', 'amount', 'Enter at most 0.00042 ETH.'],
    ['network/insufficient-funds', 'amount', 'There is not enough in this account.'],
  ])('for %s is told at its field, and the focus stays', async (code, name, words) => {
    refuse(code as 'input/amount-least', {
      ...{ ...all, kind: 'Solana', least: '890000000000000', most: String(fee) },
    });
    await open();
    await type('amount', '1');
    field('amount').focus();
    await type('to', stranger);
    expect(wrongOf(name)).toContain(words);
    expect(document.activeElement).toBe(field('amount'));
    expect(field(name).getAttribute('aria-invalid')).toBe('true');
    await type(name, '');
    expect(wrongOf(name)).toBe('');
  });

  it('for an unfinished address is told at a press alone', async () => {
    refuse('input/recipient', { value: '0x3' });
    await open();
    await type('to', '0x3');
    await type('amount', '1');
    expect(wrongOf('to')).toBe('');
    await submit();
    expect(wrongOf('to')).toContain('This is not a valid Ethereum address.');
    expect(document.activeElement).toBe(field('to'));
    expect(shell.given).toEqual([]);
  });

  it('says nothing of an amount that is not written yet', async () => {
    refuse('input/amount-least', { value: '1', least: '890880' });
    await open();
    await type('to', stranger);
    expect(wrongOf('amount')).toBe('');
  });
});

describe('a press', () => {
  it('waits for the quote, and sends', async () => {
    const quoted = createDeferred<Quote>();
    shell.quotes = () => quoted.promise;
    await open();
    await type('to', stranger);
    await type('amount', '1');
    await submit();
    expect(page.buttons(dialog())).toContain('Checking…');
    expect(shell.given).toEqual([]);
    await page.change(() => quoted.resolve({ fee: '1' }));
    expect(shell.given).toEqual([`send evm ${stranger} 1000000000000000000`]);
  });

  it.each<RecipientKind>(['keyless', 'contract', 'new', 'other-family'])(
    'that brings the warning %s sends nothing, and the next one does',
    async (is) => {
      const quoted = createDeferred<Quote>();
      shell.quotes = () => quoted.promise;
      await open();
      await type('to', stranger);
      await type('amount', '1');
      await submit();
      await page.change(() => quoted.resolve({ fee: '1', recipient: { address: stranger, is } }));
      expect(warnings()).toHaveLength(2);
      expect(page.buttons(dialog())).toContain('Continue in Practice Wallet');
      expect(shell.given).toEqual([]);
      await submit();
      expect(shell.given).toHaveLength(1);
    },
  );

  it('sends at once if the warning is shown already', async () => {
    quote(fee, { recipient: { address: stranger, is: 'contract' } });
    await open();
    await type('to', stranger);
    await type('amount', '1');
    await submit();
    expect(shell.given).toHaveLength(1);
  });

  it('shows once that the transfer would fail, and leaves the decision to the person', async () => {
    refuse('network/would-fail', { network: 'Practice chain' });
    await open();
    await type('to', stranger);
    await type('amount', '1');
    await submit();
    expect(wrongOf('to')).toContain('The network expects this transfer to fail.');
    expect(shell.given).toEqual([]);
    await submit();
    expect(shell.given).toHaveLength(1);
  });

  it('sends nothing while the input is wrong, and asks again each time', async () => {
    refuse('input/recipient-absent', { value: stranger, network: 'Practice chain' });
    await open();
    await type('to', stranger);
    await type('amount', '1');
    await submit();
    await submit();
    expect(shell.given).toEqual([]);
    quote();
    await submit();
    expect(shell.given).toHaveLength(1);
  });

  it('goes on without a quote that does not come in time', async () => {
    shell.quotes = () => new Promise(() => undefined);
    await open();
    await type('to', stranger);
    await type('amount', '1');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await submit();
      await page.change(() => vi.advanceTimersByTime(checkSendMs - 1));
      expect(shell.given).toEqual([]);
      await page.change(() => vi.advanceTimersByTime(1));
      expect(shell.given).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('sends nothing if the form is closed meanwhile', async () => {
    const quoted = createDeferred<Quote>();
    shell.quotes = () => quoted.promise;
    await open();
    await type('to', stranger);
    await type('amount', '1');
    await submit();
    await page.press(card(), 'Close');
    await page.change(() => quoted.resolve({ fee: '1' }));
    expect(shell.given).toEqual([]);
  });
});

it.each([
  ['1', 'Feeabout 0.00000042 ETH', 'Total1.00000042 ETH'],
  ['1.123456789', 'Feeabout 0.00000042 ETH', 'Total1.123457209 ETH'],
])('the total of %s has every digit', async (amount, ...shown) => {
  quote(420_000_000_000n);
  await open();
  await type('to', stranger);
  await type('amount', amount);
  expect(sums().slice(0, 2)).toEqual(shown);
});

it('asks for a fee again that is a minute old when the person sends', async () => {
  quote();
  await open();
  await type('to', stranger);
  await type('amount', '0.000000000000000001');
  const clock = vi.spyOn(performance, 'now');
  try {
    clock.mockReturnValue(performance.now() + staleQuoteMs);
    quote(5n * fee);
    await submit();
  } finally {
    clock.mockRestore();
  }
  expect(shell.quoted).toEqual([`${stranger} 1`, `${stranger} 1`]);
});

it('the amount that is asked for at least is not cut', async () => {
  refuse('input/amount-least', { value: '', least: '1234567890123456789' });
  await open();
  await type('to', stranger);
  await type('amount', '1.2');
  await submit();
  expect(wrongOf('amount')).toContain('Enter at least 1.234567890123456789 ETH.');
});

describe('in a browser whose language has a decimal comma', () => {
  const speak = (languages: unknown) =>
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages as string[]);
  beforeEach(() => {
    speak(['de-DE', 'en']);
  });

  it.each([
    ['1,5', '1500000000000000000', '1.5'],
    ['1.2340', '1234000000000000000', '1.234'],
  ])('%s is sent as it is shown in the total', async (written, units, shown) => {
    await open();
    await type('to', stranger);
    await type('amount', written);
    expect(sums()[1]).toBe(`Total${shown} ETH plus the fee`);
    await submit();
    expect(shell.given).toEqual([`send evm ${stranger} ${units}`]);
  });

  it('an ambiguous amount is refused with both of its readings', async () => {
    await open();
    await type('to', stranger);
    await type('amount', '1.234');
    expect(sums()[1]).toBe('Total–');
    await submit();
    expect(wrongOf('amount')).toBe('“1.234” can mean 1.2340 ETH or 1234 ETH. Enter it as 1.2340 or as 1234.');
    expect(shell.given).toEqual([]);
  });

  it.each([[['de']], [undefined]])(
    'Max and what was filled in before have one reading, in %j',
    async (languages) => {
      speak(languages);
      quote(9_998_420_000_000_000_000_001n - 9_988_000_000_000_000_000n);
      await open();
      await type('to', stranger);
      await page.press(dialog(), 'Max');
      expect(field('amount').value).toBe('9.9880');
      await submit();
      expect(shell.given).toEqual([`send evm ${stranger} 9988000000000000000`]);
      const failure = { code: 'input/recipient', context: { value: sending.moves.to } };
      const input = { ...sendInput, amount: '1234000000000000000' };
      await page.change(() => shell.request('evm').set({ state: 'failed', input, failure }));
      await page.press(card(), 'Try again');
      expect(field('amount').value).toBe('1.2340');
      expect(sums()[1]).toContain('1.234 ETH');
    },
  );
});

it('requests the fee of an earlier input', async () => {
  quote();
  page = await openPage(shell);
  const failure = { code: 'input/recipient', context: { value: sending.moves.to } };
  await page.change(() => shell.request('evm').set({ state: 'failed', input: sendInput, failure }));
  await page.press(card(), 'Try again');
  expect(shell.quoted).toEqual([`${sending.moves.to} ${sending.moves.amount}`]);
});
