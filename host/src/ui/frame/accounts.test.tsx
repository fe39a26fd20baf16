import type { AccountId } from '@linkspan/contract';
import { act } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createDeferred } from '../../async.ts';
import { noteMs } from '../../limits.ts';
import { account, connect, connected, otherAccount, walletRef } from '../../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { listMixedTexts } from '../../testing/list-mixed-texts.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';
import { PageBar } from '../page-frame.tsx';

let shell: FakeShell;
let page: OpenPage;
let bar: HTMLElement;
const hidePopover = vi.fn();
const slot = () => document.querySelector('.bar-accounts') as HTMLElement;
const button = () => slot().querySelector('.accounts-button');

beforeAll(() => import('../on-demand.lazy.ts'));
beforeEach(async () => {
  // Happy DOM has no popovers.
  Object.assign(HTMLElement.prototype, { hidePopover });
  hidePopover.mockClear();
  shell = createFakeShell();
  bar = document.body.appendChild(document.createElement('div'));
  bar.innerHTML = renderToString(<PageBar config={shell.config} />);
  page = await openPage(shell);
});
afterEach(async () => {
  await page.close();
  bar.remove();
});

/** Connects the first family, and returns once the list of accounts has come. */
async function connectFirst(): Promise<void> {
  await page.change(() => connect(shell));
  await act(() => vi.waitFor(() => expect(button()).not.toBeNull()));
}

function connectSolana(): void {
  const accounts = ['solana:practice:9igPA5u4xCZ8sPqHbZfLk2nT3vWyR6mDcE7jN1aB8Q6o'] as const;
  shell.store
    .openLease('solana')
    .lease.publishConnection({ status: 'connected', wallet: walletRef, accounts, capabilities: [] });
}

it('has the bar of the page say how many are connected', async () => {
  const { dataset } = document.querySelector('.bar') as HTMLElement;
  expect(dataset.connected).toBe('none');
  await connectFirst();
  expect(dataset.connected).toBe('some');
});

it('is not there while no wallet is connected', async () => {
  expect(slot().childNodes).toHaveLength(0);
  await connectFirst();
  expect(slot().childNodes).not.toHaveLength(0);
});

it('says how many wallets are connected, and opens a list of them without a script', async () => {
  await connectFirst();
  expect(button()?.textContent).toBe('1 wallet');
  expect(slot().querySelector('section')?.id).toBe(button()?.getAttribute('popovertarget'));
  expect(slot().querySelector('section')?.getAttribute('popover')).toBe('auto');
  await page.change(connectSolana);
  expect(button()?.textContent).toBe('2 wallets');
  expect(button()?.querySelectorAll('.avatar')).toHaveLength(2);
});

it('lists each account with its family, its balance and a button that copies its address', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await connectFirst();
  await page.change(connectSolana);
  const rows = [...slot().querySelectorAll<HTMLElement>('li')];
  expect(rows.map(({ dataset }) => dataset.family)).toEqual(['evm', 'solana']);
  expect(rows.map((row) => row.textContent)).toEqual([
    '0xf39F…2266Ethereum9,998.42 ETH',
    '9igPA5…8Q6oSolana',
  ]);
  await page.press(slot(), 'Copy address, Ethereum');
  expect(writeText).toHaveBeenCalledWith('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  expect(listMixedTexts(slot())).toEqual([]);
});

it('does not show the balance of another account', async () => {
  await connectFirst();
  const other = account.replace('0xf39F', '0xA39F') as AccountId;
  await page.change(() =>
    shell.store.openLease('evm').lease.publishConnection({
      status: 'connected',
      wallet: walletRef,
      accounts: [other],
      capabilities: [],
    }),
  );
  expect(slot().querySelector('li')?.textContent).toBe('0xA39F…2266Ethereum');
});

it('opens the wallet dialog at a family that has no wallet yet', async () => {
  await connectFirst();
  await page.press(slot(), 'Connect another wallet');
  expect(hidePopover).toHaveBeenCalledOnce();
  expect(shell.given).toEqual(['choose solana']);
});

it('offers for a while to connect again what was disconnected together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await connectFirst();
    await page.change(connectSolana);
    const note = () => document.querySelector('[data-note=left]');
    await page.press(slot(), 'Disconnect all');
    expect(note()?.textContent).toContain('Some ask you first.');
    const { lease } = shell.store.openLease('evm');
    await page.change(() => lease.publishConnection({ status: 'disconnected' }));
    await page.press(note() as Element, 'Undo');
    expect(shell.given.at(-1)).toBe('connect evm practice');
    expect(note()).toBeNull();
    // One wallet asks at a time.
    await page.change(() => connect(shell));
    expect(shell.given.at(-1)).toBe('connect solana practice');
    await page.press(slot(), 'Disconnect all');
    await page.change(() => vi.advanceTimersByTime(noteMs));
    expect(note()).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it('offers that only once all of them are disconnected: one that still is connected is not connected again', async () => {
  const disconnecting = createDeferred<void>();
  await connectFirst();
  shell.pending = disconnecting.promise;
  await page.press(slot(), 'Disconnect all');
  expect(document.querySelector('[data-note=left]')).toBeNull();
  await page.change(() => disconnecting.resolve());
  expect(document.querySelector('[data-note=left]')?.textContent).toContain('Disconnected.');
});

it('has the tick of a copied address for this very address alone', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => undefined } });
  const icon = () => slot().querySelector('.accounts-copy path')?.getAttribute('d');
  await connectFirst();
  const before = icon();
  await page.press(slot(), 'Copy address, Ethereum');
  expect(icon()).not.toBe(before);
  await page.change(() => connect(shell, { ...connected, accounts: [otherAccount] } as typeof connected));
  expect(icon()).toBe(before);
});

it('disconnects all wallets side by side, whatever fails, and leaves the focus in the bar', async () => {
  await connectFirst();
  await page.change(connectSolana);
  shell.pending = Promise.reject(new Error('does not answer'));
  await page.press(slot(), 'Disconnect all');
  expect(shell.given).toEqual(['disconnect evm', 'disconnect solana']);
  expect(document.activeElement?.textContent).toBe('Connect wallet');
});
