import type { Comparison, Network } from '@linkspan/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FamilyConfig } from '../../config.ts';
import type { SentEntry } from '../../ledger/entry.ts';
import { noteMs } from '../../limits.ts';
import { connect, submitted } from '../../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';

const now = 1_790_000_000_000;
let shell: FakeShell;
let page: OpenPage;
const card = () => page.region('Ethereum');
const receipts = () => [...document.querySelectorAll('.receipt')].map((one) => one.textContent);
const show = (...sends: readonly SentEntry[]) => page.change(() => shell.activity.set(sends));
const sent: SentEntry = { ...submitted, at: now };
const toLanded = (comparison: Comparison): Partial<SentEntry> => ({
  outcome: { state: 'landed', transaction: '0xabc', isFinal: true, comparison },
});
const confirmed: SentEntry = { ...sent, ...toLanded({ result: 'as-asked' }) };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  shell = createFakeShell();
  connect(shell);
  page = await openPage(shell, () => now);
});
afterEach(async () => {
  await page.close();
  vi.useRealTimers();
});

it('shows the newest send with its amount, recipient and state', async () => {
  await show(sent);
  expect(receipts().join()).toMatch(/^Sending 1\.5 ETH.* · to 0x7099…79C8Details/);
  await show(confirmed);
  expect(receipts().join()).toMatch(/^1\.5 ETH sent.* · to 0x7099…79C8Details/);
});

it('goes by itself after a good end, and stays as long as the outcome is open', async () => {
  await show(sent);
  await page.change(() => vi.advanceTimersByTime(10 * noteMs));
  expect(receipts()).toHaveLength(1);
  await show(confirmed);
  await page.change(() => vi.advanceTimersByTime(noteMs));
  expect(receipts()).toEqual([]);
});

it('comes back with the outcome after the person has put it away', async () => {
  await show(sent);
  await page.press(card(), 'Dismiss');
  expect(receipts()).toEqual([]);
  await show(confirmed);
  expect(receipts()).toHaveLength(1);
});

it('shows none of an earlier page, and one of the newest send alone', async () => {
  await show({ ...sent, isEarlier: true });
  expect(receipts()).toEqual([]);
  await show({ ...sent, id: 'two' }, confirmed);
  expect(receipts().join()).toMatch(/^Sending/);
});

it('opens the send in the activity', async () => {
  await show(sent);
  await page.press(card(), 'Details');
  const entry = page.region('Activity').querySelector('details');
  expect(entry?.open).toBe(true);
  expect(document.activeElement).toBe(entry?.querySelector('summary'));
});

it('shows the real transfer before the requested one if they differ', async () => {
  const moved = { from: sent.intent.moves.to, to: '0x90F79bf6EB2c4f870365E785982E1f101E93b906', amount: '7' };
  await show({ ...sent, ...toLanded({ result: 'not-as-asked', moved: [moved] }) });
  const terms = [...card().querySelectorAll('.compared dt')].map((one) => one.textContent);
  expect(terms).toEqual(['Sent', 'Asked']);
  expect(receipts()).toEqual([]);
});

it('marks a test network', async () => {
  expect(card().querySelector('.chip-test')).toBeNull();
  const [first, ...others] = shell.config.families as [FamilyConfig, ...FamilyConfig[]];
  const toTest = (network: Network): Network => ({ ...network, isTest: true });
  const families = [{ ...first, networks: first.networks.map(toTest) }, ...others];
  await page.close();
  const test = createFakeShell();
  shell = { ...test, config: { ...test.config, families: families as never } };
  connect(shell);
  page = await openPage(shell, () => now);
  await show(confirmed);
  expect(card().querySelector('.card-top .chip-test')?.textContent).toBe('Test network');
  expect(card().querySelector('.receipt .chip-test')?.textContent).toBe('Test network');
  expect(page.region('Activity').querySelector('.chip-test')?.textContent).toBe('Test network');
});
