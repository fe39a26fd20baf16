import type { Connection } from '@linkspan/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { account, connect, connected, otherAccount, otherWalletRef, sending } from '../../testing/facts.ts';
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
  field('to').value = ` ${sending.to} `;
  field('amount').value = '1.5';
  await submit();
  expect(shell.given).toEqual([`send evm ${sending.to} 1500000000000000000`]);
  expect(dialog()).toBeNull();
});

it('sends from the account that it was opened for, also where another wallet is connected meanwhile', async () => {
  await page.press(card(), 'Send');
  field('to').value = sending.to;
  field('amount').value = '1.5';
  await page.change(() =>
    connect(shell, { ...connected, wallet: otherWalletRef, accounts: [otherAccount] } as Connection),
  );
  expect(dialog()?.textContent).toContain('Continue in Rabby');
  await submit();
  expect(shell.from).toBe(account);
});

it('says what is wrong with a recipient or an amount, and asks nobody', async () => {
  await page.press(card(), 'Send');
  await submit();
  expect(field('to').getAttribute('aria-invalid')).toBe('true');
  expect(dialog()?.textContent).toContain('This is not an address of this network');
  field('to').value = sending.to;
  field('amount').value = '1,5';
  await submit();
  expect(field('amount').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('amount'));
  expect(dialog()?.textContent).toContain('This is not an amount that can be sent');
  expect(shell.given).toEqual([]);
});

it('opens a send again, filled in, where the remote refused its recipient', async () => {
  const failure = { code: 'input/recipient', context: { value: sending.to } };
  await page.change(() => shell.request('evm').set({ state: 'failed', intent: sending, failure }));
  await page.press(card(), 'Try again');
  expect(field('to').value).toBe(sending.to);
  expect(field('amount').value).toBe('1.5');
  expect(shell.given).toEqual([]);
});

it('signs a message as it was written', async () => {
  await page.press(card(), 'Sign message');
  await submit();
  expect(dialog()?.textContent).toContain('There is nothing to sign');
  field('message').value = ' Hello\nworld ';
  await submit();
  expect(shell.given).toEqual(['signMessage evm  Hello\nworld ']);
});

it('submits a message by Enter, and starts a line by Shift and Enter', async () => {
  await page.press(card(), 'Sign message');
  field('message').value = 'Hello';
  const enter = (shiftKey: boolean) =>
    new KeyboardEvent('keydown', { key: 'Enter', shiftKey, bubbles: true, cancelable: true });
  await page.change(() => field('message').dispatchEvent(enter(true)));
  expect(shell.given).toEqual([]);
  await page.change(() => field('message').dispatchEvent(enter(false)));
  expect(shell.given).toEqual(['signMessage evm Hello']);
});

it('switches to another network or account, and not to the one in use', async () => {
  await page.press(card(), 'Switch network');
  await page.press(card(), 'Practice chain In use');
  await page.press(card(), 'Switch account');
  await page.press(card(), '0x7099…79C8');
  expect(shell.given).toEqual([`switchAccount evm ${otherAccount}`]);
  expect(otherAccount).not.toBe(account);
});

it('closes without a command', async () => {
  await page.press(card(), 'Send');
  await page.press(card(), 'Close');
  expect(dialog()).toBeNull();
  expect(shell.given).toEqual([]);
});

it('forgets on a second press alone, and keeps everything where a person has thought again', async () => {
  await page.press(document.body, 'Forget me here');
  await page.press(document.body, 'Keep everything');
  expect(shell.given).toEqual([]);
  await page.press(document.body, 'Forget me here');
  await page.press(document.body, 'Disconnect and delete');
  expect(shell.given).toEqual(['forget']);
  expect(page.buttons(document.body)).not.toContain('Keep everything');
});
