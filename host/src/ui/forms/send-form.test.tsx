import { LinkspanError } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Activity } from '../../commands/shell.ts';
import { quotePauseMs } from '../../limits.ts';
import { account, connect, otherAccount, sending, submitted, walletRef } from '../../testing/facts.ts';
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
const warnings = () => [...dialog().querySelectorAll('.care p')].map((one) => one.textContent);
const wrongOf = (name: string) => field(name).closest('.field')?.querySelector('.field-wrong')?.textContent;
const quote = (amount = fee) => {
  shell.quotes = async () => ({ fee: String(amount) });
};

function toSent(to: string, state: 'sent' | 'unknown' = 'sent'): Activity {
  const outcome = state === 'sent' ? submitted.outcome : { state };
  return { ...submitted, id: crypto.randomUUID(), intent: { ...sending, to }, outcome };
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

  it.each([
    ['about what the network has quoted', true, 'about 0.00042 ETH'],
    ['left to the wallet without a quote', false, 'As Practice Wallet says'],
  ])('beside the wallet’s request is %s', async (_, isTold, said) => {
    if (isTold) quote();
    await open();
    await type('to', sending.to);
    await type('amount', '1.5');
    await submit();
    await page.change(() => shell.request('evm').set({ state: 'asking', intent: sending }));
    expect(card().querySelector('[data-field=intent]')?.textContent).toContain(`Fee${said}`);
  });

  it('is not shown if the network does not quote it, and the total says so', async () => {
    await open();
    await type('amount', '1.5');
    await type('to', stranger);
    expect(sums()).toEqual(['Fee–', 'Total1.5 ETH plus the fee', 'From0xf39F…2266, Practice chain']);
    expect(page.buttons(dialog())).not.toContain('Max');
  });

  it('of another recipient is not shown for this one', async () => {
    quote();
    await open();
    await type('to', stranger);
    shell.quotes = () => new Promise(() => undefined);
    await type('to', sending.to);
    expect(sums()[0]).toBe('Fee–');
  });

  it('is not requested without a valid amount', async () => {
    await open();
    await type('amount', 'much');
    await type('to', stranger);
    expect(shell.quoted).toEqual([]);
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

  it('is not offered if the fee exceeds the balance', async () => {
    quote(10n ** 22n);
    await open();
    await type('to', stranger);
    expect(page.buttons(dialog())).not.toContain('Max');
    await type('amount', '1');
    await submit();
    expect(wrongOf('amount')).toBe('You do not have enough to pay the fee of about 10,000 ETH.');
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
  const isNew = 'New recipient. You have not sent to this address before, so check every character.';

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
    expect(warnings()).toEqual([
      'This address is your own: the coins stay with you, and only the fee is spent.',
    ]);
  });

  it.each([
    ['8998.5', false],
    ['8998.6', true],
    ['9998.42', true],
    ['9999', false],
  ])('is shown for more than 90 % of the balance: %s', async (amount, isWarned) => {
    await open();
    await type('amount', amount);
    expect(warnings().join()).toBe(
      isWarned ? 'This is nearly all that you have. Keep a little for the fees of your next steps.' : '',
    );
  });
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
      const failure = { code: 'input/recipient', context: { value: sending.to } };
      const intent = { ...sending, amount: '1234000000000000000' };
      await page.change(() => shell.request('evm').set({ state: 'failed', intent, failure }));
      await page.press(card(), 'Try again');
      expect(field('amount').value).toBe('1.2340');
      expect(sums()[1]).toContain('1.234 ETH');
    },
  );
});

it('requests the fee of an earlier input', async () => {
  quote();
  page = await openPage(shell);
  const failure = { code: 'input/recipient', context: { value: sending.to } };
  await page.change(() => shell.request('evm').set({ state: 'failed', intent: sending, failure }));
  await page.press(card(), 'Try again');
  expect(shell.quoted).toEqual([`${sending.to} ${sending.amount}`]);
});
