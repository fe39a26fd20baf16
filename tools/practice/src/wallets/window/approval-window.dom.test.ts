import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApprovalRequest } from '../approval.ts';
import { openPanel } from '../panel/panel.ts';
import { showInWindow } from './approval-window.ts';

const request: ApprovalRequest = {
  ...{ family: 'evm', wallet: 'Practice Wallet', site: 'https://ferry.example' },
  ...{ title: 'Sign a message', facts: [] },
};

let control: AbortController;
let closePanel: () => void;

const chip = () => document.querySelector('[data-practice]') as HTMLButtonElement;
const host = () => document.getElementById('practice-wallet-window');
const dialog = () => host()?.shadowRoot?.querySelector('[role=dialog]') as HTMLElement;
const button = (id: string) => host()?.shadowRoot?.getElementById(id) as HTMLButtonElement;
const isInPanel = () => host()?.parentElement?.id === 'practice-wallets' && host()?.slot === 'request';
const ask = () => showInWindow(request, (tell) => tell(0), control.signal);

const showPopover = vi.fn();

beforeEach(() => {
  // happy-dom has no popovers.
  HTMLElement.prototype.showPopover = showPopover.mockClear();
  control = new AbortController();
  document.body.innerHTML = '<header><button data-practice disabled>Practice</button></header>';
  closePanel = openPanel({ wallets: [], seconds: [], grids: [] });
});

afterEach(() => {
  control.abort();
  closePanel();
});

describe('showInWindow', () => {
  it('asks in a window over the page while the practice panel is closed', async () => {
    const answer = ask();
    expect(host()?.parentElement).toBe(document.body);
    expect(dialog().getAttribute('popover')).toBe('manual');
    expect(showPopover.mock.contexts).toEqual([dialog()]);
    button('practice-approve').click();
    expect(await answer).toEqual({ kind: 'approved', accounts: [] });
    expect(host()).toBeNull();
  });

  it('asks in the practice panel while that is open', async () => {
    chip().click();
    const answer = ask();
    expect(isInPanel()).toBe(true);
    expect(dialog().hasAttribute('popover')).toBe(false);
    button('practice-reject').click();
    expect(await answer).toEqual({ kind: 'rejected' });
  });

  it('follows the practice panel as it opens and closes', async () => {
    void ask();
    chip().click();
    await vi.waitFor(() => expect(isInPanel()).toBe(true));
    chip().click();
    await vi.waitFor(() => expect(host()?.parentElement).toBe(document.body));
    expect(dialog().getAttribute('popover')).toBe('manual');
    expect(host()?.slot).toBe('');
  });

  it('gives the focus back to where it was inside the panel', async () => {
    chip().click();
    const root = document.getElementById('practice-wallets')?.shadowRoot;
    const closing = root?.querySelector<HTMLButtonElement>('[aria-label=Close]');
    closing?.focus();
    const answer = ask();
    expect(host()?.shadowRoot?.activeElement).toBe(dialog());
    button('practice-reject').click();
    await answer;
    expect(root?.activeElement).toBe(closing);
  });

  it('rejects by Escape, and leaves the panel open', async () => {
    chip().click();
    const answer = ask();
    const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true });
    dialog().dispatchEvent(pressed);
    expect(await answer).toEqual({ kind: 'rejected' });
    expect(chip().getAttribute('aria-expanded')).toBe('true');
  });
});
