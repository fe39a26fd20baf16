import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestWallet } from '../testing/test-page.ts';
import type { FaultGrid, Target } from './fault-grid.ts';
import { createWalletGrid } from './fault-grids.ts';
import { openPanel } from './panel.ts';

const accounts = [
  { name: 'Harbour', address: 'harbour.near' },
  { name: 'Pier', address: 'pier.near' },
];
const networkIds = ['near:practice', 'near:second'] as const;
const { wallet } = openTestWallet({ id: 'near', accounts, networkIds });
const { wallet: second } = openTestWallet({ id: 'near-second', accounts, networkIds });

let close: () => void;

const root = () => document.getElementById('practice-wallets')?.shadowRoot as ShadowRoot;
const panel = () => root().querySelector('aside') as HTMLElement;
const chip = () => document.querySelector('[data-practice]') as HTMLButtonElement;
const named = (name: string) =>
  [...root().querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  ) as HTMLButtonElement;
const row = (label: string) =>
  [...root().querySelectorAll('.row')].find((one) => one.firstElementChild?.textContent === label);
const toggle = (label: string) => row(label)?.querySelector('button') as HTMLButtonElement;
const told = () => root().querySelector('[role=status]')?.textContent;

function open(more: readonly FaultGrid[] = []): void {
  const grids = [createWalletGrid('wallet', 'Wallet', [wallet]), ...more];
  close = openPanel({ wallets: [wallet], seconds: [second], grids });
}

beforeEach(() => {
  document.body.innerHTML = '<header><button data-practice disabled><span>Practice</span></button></header>';
  wallet.change({ faults: [], account: 'Harbour' });
});

afterEach(() => close());

describe('the practice panel', () => {
  it('opens and closes by the button of the page, and the page leaves it room meanwhile', () => {
    open();
    expect(chip().getAttribute('aria-label')).toBe('Practice panel');
    expect([chip().disabled, panel().hidden]).toEqual([false, true]);
    chip().click();
    expect([chip().getAttribute('aria-expanded'), panel().hidden]).toEqual(['true', false]);
    expect(document.documentElement.hasAttribute('data-practice-open')).toBe(true);
    chip().click();
    expect([chip().getAttribute('aria-expanded'), panel().hidden]).toEqual(['false', true]);
    expect(document.documentElement.hasAttribute('data-practice-open')).toBe(false);
  });

  it('takes the focus when it opens, and Escape in it gives the focus back', () => {
    open();
    chip().click();
    expect(root().activeElement).toBe(panel());
    panel().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(panel().hidden).toBe(true);
    expect(document.activeElement).toBe(chip());
  });

  it('has a button of its own on a page that has none', () => {
    document.body.innerHTML = '';
    open();
    named('Practice panel').click();
    expect([panel().hidden, named('Practice panel').hidden]).toEqual([false, true]);
    named('Close').click();
    expect([panel().hidden, named('Practice panel').hidden]).toEqual([true, false]);
  });

  it('leaves nothing behind once it is undone', () => {
    const sheets = document.adoptedStyleSheets.length;
    open();
    chip().click();
    close();
    expect(document.getElementById('practice-wallets')).toBeNull();
    expect(document.documentElement.hasAttribute('data-practice-open')).toBe(false);
    expect(document.adoptedStyleSheets).toHaveLength(sheets);
    expect([chip().disabled, chip().hasAttribute('aria-expanded')]).toEqual([true, false]);
  });

  it('switches a fault of a wallet on and off, and shows what is switched elsewhere', async () => {
    open();
    chip().click();
    await vi.waitFor(() => expect(toggle('Never answers').getAttribute('aria-pressed')).toBe('false'));
    toggle('Never answers').click();
    expect(wallet.store.get().faults).toEqual([{ does: 'hang', on: 'approval' }]);
    await vi.waitFor(() => expect(toggle('Never answers').getAttribute('aria-pressed')).toBe('true'));
    toggle('Never answers').click();
    expect(wallet.store.get().faults).toEqual([]);
    wallet.change({ faults: [{ on: 'approval', does: 'fail' }] });
    await vi.waitFor(() => expect(toggle('Rejects at once').getAttribute('aria-pressed')).toBe('true'));
  });

  it('shows what is on each time it opens', async () => {
    let on: readonly string[] = [];
    const target: Target = {
      ...{ family: 'near', title: 'NEAR' },
      ...{ read: () => on, set: () => '', reset: () => undefined },
    };
    const grid: FaultGrid = {
      ...{ id: 'other', title: 'Other', faults: { down: 'Is down' }, failed: 'It failed.' },
      targets: () => [target],
    };
    close = openPanel({ wallets: [], seconds: [], grids: [grid] });
    chip().click();
    await vi.waitFor(() => expect(toggle('Is down').getAttribute('aria-pressed')).toBe('false'));
    chip().click();
    on = ['down'];
    chip().click();
    await vi.waitFor(() => expect(toggle('Is down').getAttribute('aria-pressed')).toBe('true'));
  });

  it('keeps the faults of a wallet that it has no toggle for', async () => {
    open();
    wallet.change({ faults: [{ does: 'connectOthers' }] });
    chip().click();
    await vi.waitFor(() => expect(toggle('Goes silent')).toBeDefined());
    toggle('Goes silent').click();
    expect(wallet.store.get().faults).toEqual([{ does: 'connectOthers' }, { does: 'silence' }]);
  });

  it('resets all faults, and says where that was not possible', async () => {
    const gone: FaultGrid = {
      ...{ id: 'gone', title: 'Gone', faults: {}, failed: 'It cannot be changed from here.' },
      targets: () => Promise.reject(new Error('offline')),
    };
    open([gone]);
    wallet.change({ faults: [{ does: 'silence' }] });
    chip().click();
    named('Reset all').click();
    await vi.waitFor(() => expect(told()).toBe('It cannot be changed from here.'));
    expect(wallet.store.get().faults).toEqual([]);
  });

  it('shows the account of each wallet, and changes it', () => {
    open();
    chip().click();
    const account = root().querySelector('#practice-near') as HTMLElement;
    const shown = () => account.querySelector('summary')?.textContent;
    expect(shown()).toBe('Harbourharbour.near');
    const select = account.querySelector('select') as HTMLSelectElement;
    select.value = 'pier.near';
    select.dispatchEvent(new Event('change'));
    expect(wallet.store.get().active).toBe('pier.near');
    expect(shown()).toBe('Pierpier.near');
    expect(root().querySelector('#practice-near-second summary')?.textContent).toContain(
      'Not in the browser',
    );
  });
});
