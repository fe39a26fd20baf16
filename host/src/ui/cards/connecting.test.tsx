import type { Pairing } from '@linkspan/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { beOn } from '../../testing/devices.ts';
import { connect, otherWalletRef, sending, walletRef } from '../../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';

const pairing: Pairing = {
  wallet: 'Harbour',
  uri: 'https://harbour.example/call-1',
  links: [
    { name: 'Harbour', url: 'example.harbour://call-1' },
    { name: 'Pier', url: 'https://pier.example/call-1' },
  ],
};

let shell: FakeShell;
let page: OpenPage;
const card = () => page.region('Ethereum');
const shown = () => card().querySelector('[data-field=pairing]');
const code = () => shown()?.querySelector('svg');
const drawn = () => code()?.querySelector('path')?.getAttribute('d');
const links = () => [...(shown()?.querySelectorAll('a') ?? [])];
const show = (now: Pairing | undefined = pairing) =>
  page.change(() => shell.store.publishPairing('evm', now));
const connecting = (wallet = walletRef) =>
  page.change(() =>
    shell.store.publishAttempt('evm', { state: 'running', id: '1', wallet, progress: { step: 'asking' } }),
  );

// Loaded before, it comes within the change that asks for it.
beforeAll(() => import('../parts/qr-path.lazy.ts'));
beforeEach(async () => {
  shell = createFakeShell();
  page = await openPage(shell);
});
afterEach(async () => {
  await page.close();
  vi.restoreAllMocks();
});

describe('a pairing', () => {
  beforeEach(() => connecting());

  it('is announced as soon as it is known', async () => {
    await show();
    expect(document.querySelector('[aria-live]')?.textContent).toBe(
      'Ethereum: Waiting for your phone. Open your wallet app, tap Scan and point the camera here. Then approve on your phone.',
    );
  });

  it('is a code with a name, links to apps, a link to copy, and a way out', async () => {
    await show();
    await expect.poll(code).toBeTruthy();
    expect(code()?.getAttribute('role')).toBe('img');
    expect(code()?.getAttribute('aria-label')).toBe('QR code that opens Harbour');
    expect(shown()?.textContent).toContain('tap Scan and point the camera here');
    expect(links().map((link) => [link.textContent, link.getAttribute('href'), link.target])).toEqual([
      ['Open in Harbour', 'example.harbour://call-1', ''],
      ['Open in Pier', 'https://pier.example/call-1', '_blank'],
    ]);
    expect(page.buttons(card())).toEqual(['Copy link', 'Cancel']);
    expect(card().textContent).not.toContain('should open now');
    await page.press(card(), 'Cancel');
    expect(shell.given).toEqual(['cancel evm']);
  });

  it('can be copied as it is', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
    await show();
    await page.press(card(), 'Copy link');
    expect(writeText).toHaveBeenCalledExactlyOnceWith(pairing.uri);
    expect(page.buttons(card())).toContain('Copied link');
  });

  it('is drawn again when it changes, and disappears at its end', async () => {
    await show();
    await expect.poll(drawn).toBeTruthy();
    const before = drawn();
    await show({ ...pairing, uri: 'https://harbour.example/call-2' });
    await expect.poll(drawn).not.toBe(before);
    await page.change(() => shell.store.publishPairing('evm', undefined));
    expect(shown()).toBeNull();
    expect(card().textContent).toContain('should open now');
  });

  it('can be copied and opened if it is too long for a code', async () => {
    await show({ ...pairing, uri: '€'.repeat(1_000) });
    await expect.poll(() => shown()?.textContent).not.toContain('tap Scan');
    expect(code()).toBeFalsy();
    expect(links()).toHaveLength(2);
    expect(page.buttons(card())).toEqual(['Copy link', 'Cancel']);
  });

  it('has its links first on a phone, which cannot scan its own screen', async () => {
    beOn('Safari on iOS');
    await show();
    expect([...(shown()?.children ?? [])].map(({ className }) => className)).toEqual([
      'pairing-links',
      'scan',
    ]);
    expect(shown()?.textContent).toContain('Wallet on another device? Scan this there.');
    expect(shown()?.textContent).not.toContain('point the camera here');
  });

  it('has its code first on a computer, also on one with touch', async () => {
    beOn('Chrome on Windows with touch');
    await show();
    expect([...(shown()?.children ?? [])].map(({ className }) => className)).toEqual([
      'scan',
      'pairing-links',
    ]);
    expect(shown()?.textContent).toContain('point the camera here');
  });
});

describe('a connected card', () => {
  beforeEach(() => page.change(() => connect(shell)));

  it('shows the pairing beside the request', async () => {
    await page.change(() => shell.request('evm').set({ state: 'asking', intent: sending }));
    await show();
    await expect.poll(code).toBeTruthy();
    expect(card().querySelector('[data-field=intent]')?.textContent).toContain('1.5 ETH');
    expect(page.buttons(card())).toEqual(['Copy Recipient', 'Copy link', 'Cancel']);
  });

  it('brings the pairing into view, once', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    await page.change(() => shell.request('evm').set({ state: 'asking', intent: sending }));
    scroll.mockClear();
    await show();
    await show({ ...pairing, uri: 'https://harbour.example/call-2' });
    expect(scroll.mock.contexts).toEqual([shown()]);
  });

  it('shows the pairing of a switch of network', async () => {
    await page.change(() => shell.request('evm').set({ state: 'switching', network: 'eip155:31338' }));
    await show();
    expect(links()).toHaveLength(2);
  });

  it('shows the pairing of another wallet that connects meanwhile', async () => {
    await connecting(otherWalletRef);
    await show();
    expect(links()).toHaveLength(2);
    expect(page.buttons(card()).slice(1)).toEqual(['Copy link', 'Cancel', 'Disconnect']);
  });
});
