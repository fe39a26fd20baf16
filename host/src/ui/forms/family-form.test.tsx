import { addressOf, type Connection } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeferred } from '../../async.ts';
import {
  account,
  connect,
  connected,
  otherAccount,
  otherWalletRef,
  sendInput,
  sending,
} from '../../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';

let shell: FakeShell;
let page: OpenPage;
const card = () => page.region('Ethereum');
const dialog = () => card().querySelector('dialog');
const field = (name: string) =>
  dialog()?.querySelector(`[name=${name}]`) as HTMLInputElement | HTMLTextAreaElement;
const submit = () => page.change(() => dialog()?.querySelector('form')?.requestSubmit());

beforeEach(async () => {
  shell = createFakeShell();
  connect(shell);
  page = await openPage(shell);
});
afterEach(() => page.close());

it('sends whole coins in smallest units, and closes', async () => {
  await page.press(card(), 'Send');
  expect(dialog()?.open).toBe(true);
  expect(dialog()?.textContent).toContain('0xf39F…2266');
  expect(dialog()?.textContent).toContain('Practice chain');
  field('to').value = ` ${sending.moves.to} `;
  field('amount').value = '1.5';
  await submit();
  expect(shell.given).toEqual([`send evm ${sending.moves.to} 1500000000000000000`]);
  expect(dialog()).toBeNull();
});

it('sends from the account that it was opened for, even if another wallet connects meanwhile', async () => {
  await page.press(card(), 'Send');
  field('to').value = sending.moves.to;
  field('amount').value = '1.5';
  await page.change(() =>
    connect(shell, { ...connected, wallet: otherWalletRef, accounts: [otherAccount] } as Connection),
  );
  expect(dialog()?.textContent).toContain('Continue in Rabby');
  await submit();
  expect(shell.from).toBe(account);
});

it('shows the address to receive on, with its network and a warning', async () => {
  await page.press(card(), 'Receive');
  expect(dialog()?.querySelector('[data-field=address]')?.textContent).toBe(addressOf(account));
  expect(dialog()?.textContent).toContain('Practice chain');
  expect(dialog()?.textContent).toContain('Only send ETH and tokens on Practice chain to this address.');
});

describe('a mistake in a send', () => {
  const fill = (to: string, amount: string) =>
    page.change(() => {
      field('to').value = to;
      field('amount').value = amount;
    });
  const wrongOf = (name: string) => {
    const [wrong] = (field(name).getAttribute('aria-describedby') ?? '').split(' ');
    return document.getElementById(wrong ?? '')?.textContent;
  };
  const refuse = (code: string) => {
    const failure = { code, context: { network: 'Practice chain' } };
    shell.request('evm').set({ state: 'failed', input: sendInput, failure });
  };
  beforeEach(() => page.press(card(), 'Send'));

  it.each([
    ['both empty', '', '', 'Enter a recipient.', 'Enter an amount.'],
    ['blanks', '  ', ' ', 'Enter a recipient.', 'Enter an amount.'],
    ['an amount of no form', sending.moves.to, '1,5', '', 'This is not an amount that can be sent.'],
    ['no amount', sending.moves.to, '', '', 'Enter an amount.'],
    ['nothing', sending.moves.to, '0', '', 'This is not an amount that can be sent.'],
    [
      'more decimals than there are',
      sending.moves.to,
      `0.${'0'.repeat(18)}1`,
      '',
      'ETH has at most 18 decimals.',
    ],
    ['more than there is', sending.moves.to, '999999', '', 'That is more than you have.'],
    ['a little more than there is', sending.moves.to, '9998.420000000000000002', '', 'more than you have'],
    ['no recipient and too much', '', '999999', 'Enter a recipient.', 'more than you have'],
  ])('is shown at its field, and nothing is sent: %s', async (_what, to, amount, wrongTo, wrongAmount) => {
    await fill(to, amount);
    await submit();
    for (const [name, wanted] of Object.entries({ to: wrongTo, amount: wrongAmount })) {
      expect(wrongOf(name)).toContain(wanted);
      expect(wrongOf(name) === '').toBe(wanted === '');
      expect(field(name).getAttribute('aria-invalid')).toBe(String(wanted !== ''));
    }
    expect(document.activeElement).toBe(field(wrongTo ? 'to' : 'amount'));
    expect(dialog()?.textContent).not.toMatch(/[{}]/);
    expect(shell.given).toEqual([]);
  });

  it('sends the whole balance: the page does not know whether the fee can be paid', async () => {
    await fill(sending.moves.to, '9998.420000000000000001');
    await submit();
    expect(shell.given).toHaveLength(1);
  });

  it('disappears when its field changes, and the focus stays', async () => {
    await submit();
    await page.change(() => {
      field('to').value = sending.moves.to;
      field('to').dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(wrongOf('to')).toBe('');
    expect(wrongOf('amount')).not.toBe('');
    expect(document.activeElement).toBe(field('to'));
  });

  it.each([
    ['input/recipient', 'to', 'This is not a valid Ethereum address.'],
    ['input/amount', 'amount', 'This is not an amount that can be sent.'],
    ['network/insufficient-funds', 'amount', 'There is not enough in this account.'],
  ])('is shown at its field if the remote finds it: %s', async (code, name, words) => {
    const checked = createDeferred<void>();
    shell.pending = checked.promise;
    await fill('0x123', '0.5');
    await submit();
    await page.change(() => shell.request('evm').set({ state: 'checking', intent: sending }));
    expect(page.buttons(dialog() as Element)).toContain('Checking…');
    await page.change(() => {
      refuse(code);
      checked.resolve();
    });
    expect(wrongOf(name)).toContain(words);
    expect(field(name).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field(name));
    expect(field('to').value).toBe('0x123');
    expect(shell.given.at(-1)).toBe('dismiss evm');
  });

  it('closes the form if it concerns no field: the card shows it', async () => {
    const checked = createDeferred<void>();
    shell.pending = checked.promise;
    await fill(sending.moves.to, '0.5');
    await submit();
    await page.change(() => {
      refuse('network/unreachable');
      checked.resolve();
    });
    expect(dialog()).toBeNull();
    expect(card().textContent).toContain('The network could not be reached');
  });

  it('lets the form close as soon as the wallet receives the request', async () => {
    shell.pending = new Promise(() => undefined);
    await fill(sending.moves.to, '0.5');
    await submit();
    expect(dialog()).not.toBeNull();
    await page.change(() => shell.request('evm').set({ state: 'asking', intent: sending }));
    expect(dialog()).toBeNull();
    expect(shell.given).toHaveLength(1);
  });

  it('sends once while it is checked, and cancels the check with the form', async () => {
    shell.pending = new Promise(() => undefined);
    await fill(sending.moves.to, '0.5');
    await submit();
    await submit();
    await page.press(card(), 'Close');
    expect(shell.given).toEqual([`send evm ${sending.moves.to} 500000000000000000`, 'cancel evm']);
    expect(dialog()).toBeNull();
  });
});

it('opens a send again, filled in, if the remote refused its recipient', async () => {
  const failure = { code: 'input/recipient', context: { value: sending.moves.to } };
  await page.change(() => shell.request('evm').set({ state: 'failed', input: sendInput, failure }));
  await page.press(card(), 'Try again');
  expect(field('to').value).toBe(sending.moves.to);
  expect(field('amount').value).toBe('1.5');
  expect(shell.given).toEqual([]);
});

it('signs a message as it was written', async () => {
  await page.press(card(), 'Sign message');
  await submit();
  expect(dialog()?.textContent).toContain('There is nothing to sign. Enter a message first.');
  expect(document.activeElement).toBe(field('message'));
  field('message').value = ' Hello\nworld ';
  await submit();
  expect(shell.given).toEqual(['message evm  Hello\nworld ']);
});

it.each([
  ['starts a line', {}, false],
  ['starts a line', { shiftKey: true }, false],
  ['submits', { ctrlKey: true }, true],
  ['submits', { metaKey: true }, true],
  ['goes on composing', { ctrlKey: true, isComposing: true }, false],
])('Enter in a message %s with %j', async (_what, keys, submits) => {
  await page.press(card(), 'Sign message');
  field('message').value = 'Hello';
  const enter = new KeyboardEvent('keydown', { key: 'Enter', ...keys, bubbles: true, cancelable: true });
  await page.change(() => field('message').dispatchEvent(enter));
  expect(enter.defaultPrevented).toBe(submits);
  expect(shell.given).toEqual(submits ? ['message evm Hello'] : []);
});

it('switches to another network or account, and not to the one in use', async () => {
  await page.press(card(), 'Switch network');
  await page.press(card(), 'Practice chain In use');
  await page.press(card(), 'Switch account');
  await page.press(card(), '0x7099…79C8');
  expect(shell.given).toEqual([`switchAccount evm ${otherAccount}`]);
  expect(otherAccount).not.toBe(account);
});

it('has the wallet ask for accounts that it does not show yet', async () => {
  await page.press(card(), 'Switch account');
  await page.press(card(), 'Another account in Practice Wallet');
  expect(shell.given).toEqual(['chooseAccount evm']);
  expect(dialog()).toBeNull();
});

it('closes without a command', async () => {
  await page.press(card(), 'Send');
  await page.press(card(), 'Close');
  expect(dialog()).toBeNull();
  expect(shell.given).toEqual([]);
});
