import type { Connection, Pairing, WalletListing } from '@linkspan/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account, asking, connect } from '../../testing/facts.ts';
import { listMixedTexts } from '../../testing/list-mixed-texts.ts';
import { type MountedDialog, mountDialog } from '../../testing/mount-dialog.tsx';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';

const phoneRef = { id: 'phone', name: 'Harbour', icon: 'data:image/png;base64,AAAA' } as const;
const phone: WalletListing = { ...phoneRef, reach: 'pairing', identity: 'org.harbour' };
const connected: Connection = {
  ...{ status: 'connected', wallet: phoneRef, accounts: [account] },
  capabilities: ['message', 'send'],
};
const pairing: Pairing = {
  wallet: 'Harbour',
  uri: 'https://harbour.example/call-1',
  links: [{ name: 'Harbour', url: 'example.harbour://call-1' }],
};

let mounted: MountedDialog;
let page: OpenPage;
const dialog = () => mounted.dialog;
const view = () => dialog().querySelector<HTMLElement>('.pairing-view');
const plate = () => view()?.querySelector('.qr');
const codeOnCard = () => page.region('Ethereum').querySelector('[data-field=pairing]');
const row = (family: string) =>
  dialog().querySelector<HTMLButtonElement>(`[data-wallet=phone][data-family=${family}]`);
const focused = () => document.activeElement;
const attempt = (family: string) => mounted.shell.store.publishAttempt(family, running);
const running = asking(phoneRef);
const show = () => page.change(() => mounted.shell.store.publishPairing('evm', pairing));
const press = (family = 'evm') => page.change(() => row(family)?.click());

// Loaded before, it comes within the change that asks for it.
beforeAll(() => Promise.all([import('../parts/qr-path.lazy.ts'), import('../on-demand.lazy.ts')]));
beforeEach(async () => {
  const identities = [{ identity: 'org.harbour', families: ['evm', 'solana'] }];
  mounted = mountDialog({ connect: attempt, identities });
  page = await openPage(mounted.shell);
  await page.change(() => mounted.publish('evm', phone));
  mounted.open();
});
afterEach(async () => {
  expect(listMixedTexts(dialog()).filter((text) => text.trim())).toEqual([]);
  await page.close();
  mounted.unmount();
});

describe('a wallet that is paired from the dialog', () => {
  it('is shown in the open dialog by its icon and name, with the place of the code', async () => {
    await press();
    expect(dialog().open).toBe(true);
    expect(view()?.querySelector('h3')?.textContent).toBe('Harbour');
    expect(view()?.querySelector('img')?.getAttribute('src')).toBe(phoneRef.icon);
    expect(plate()?.querySelector('.ring')).toBeTruthy();
    expect(view()?.textContent).toContain(
      'Open your wallet app, tap Scan and point the camera here. Then approve on your phone.',
    );
    expect(focused()).toBe(view()?.querySelector('h3'));
  });

  it('has its code in the same place, and the link to copy and to open', async () => {
    await press();
    const before = plate();
    await show();
    await expect.poll(() => plate()?.querySelector('svg')).toBeTruthy();
    expect([plate() === before, plate()?.querySelector('.ring')]).toEqual([true, null]);
    expect(page.buttons(view() as Element)).toEqual(['Back to the list', 'Copy link']);
    expect(view()?.querySelector('a')?.textContent).toBe('Open in Harbour');
  });

  it('shows the progress in the words of its card', async () => {
    const foot = () => view()?.querySelector('[role=status]')?.textContent;
    const title = () => page.region('Ethereum').querySelector('.say-title')?.textContent;
    await press();
    expect([foot(), title()]).toEqual(Array(2).fill('Approve the request in Harbour'));
    await show();
    expect([foot(), title()]).toEqual(Array(2).fill('Waiting for your phone'));
  });

  describe('whose code lives for a known time', () => {
    // The page's clock stands at 0.
    const at = (ms: number) => new Date(ms).toISOString();
    const timer = () => view()?.querySelector('[role=timer]')?.textContent;
    const foot = () => view()?.querySelector('[role=status]')?.textContent;
    const failure = { code: 'wallet/failed', context: { wallet: 'Harbour' } };
    const expire = async () => {
      await page.change(() =>
        mounted.shell.store.publishPairing('evm', { ...pairing, expiresAt: at(-1_000) }),
      );
      await page.change(() =>
        mounted.shell.store.publishAttempt('evm', { state: 'failed', id: '1', wallet: phoneRef, failure }),
      );
    };

    it('says how much of it is left, and nothing if it is not known', async () => {
      await press();
      await show();
      expect(timer()).toBeUndefined();
      await page.change(() =>
        mounted.shell.store.publishPairing('evm', { ...pairing, expiresAt: at(125_500) }),
      );
      expect(timer()).toBe('2:05 left');
    });

    it('stays when that has passed, though the attempt fails, and makes a new code by one press', async () => {
      await press();
      await expire();
      expect([dialog().open, foot(), timer()]).toEqual([true, 'This code has expired', undefined]);
      expect(page.buttons(view() as Element)).toEqual(['Back to the list', 'Make a new code']);
      expect(focused()).toBe(view()?.querySelector('h3'));
      await page.press(view() as Element, 'Make a new code');
      expect(mounted.shell.given).toEqual(['cancel evm', 'connect evm phone']);
      await page.change(() => attempt('evm'));
      await show();
      expect([foot(), page.buttons(view() as Element)]).toEqual([
        'Waiting for your phone',
        ['Back to the list', 'Copy link'],
      ]);
    });

    it('leaves the reason on the card if the person closes the dialog then', async () => {
      await press();
      await expire();
      await page.change(() => dialog().close());
      expect([view(), dialog().dataset.expired]).toEqual([null, undefined]);
      expect(page.region('Ethereum').querySelector('[data-code="wallet/failed"]')).toBeTruthy();
    });
  });

  it('is cancelled by the way back to the list, and its row has the focus', async () => {
    await press();
    await page.press(view() as Element, 'Back to the list');
    expect(mounted.shell.given).toEqual(['cancel evm']);
    expect([view(), dialog().open]).toEqual([null, true]);
    expect(focused()).toBe(row('evm'));
  });

  it('closes the dialog once it is connected, and its card has the focus', async () => {
    await press();
    await page.change(() => {
      connect(mounted.shell, connected);
      mounted.shell.store.publishAttempt('evm', { state: 'none' });
    });
    expect([view(), dialog().open]).toEqual([null, false]);
    expect(focused()).toBe(page.region('Ethereum').querySelector('h2'));
  });

  it('closes the dialog if it fails, and its card shows the reason', async () => {
    await press();
    const failure = { code: 'wallet/rejected', context: { wallet: 'Harbour' } };
    await page.change(() =>
      mounted.shell.store.publishAttempt('evm', { state: 'failed', id: '1', wallet: phoneRef, failure }),
    );
    expect([view(), dialog().open]).toEqual([null, false]);
    expect(page.region('Ethereum').querySelector('[data-code="wallet/rejected"]')).toBeTruthy();
  });

  it('continues with its code on the card once the person closes the dialog', async () => {
    await press();
    await show();
    expect(codeOnCard()).toBeNull();
    await page.change(() => dialog().close());
    expect(view()).toBeNull();
    await expect.poll(() => codeOnCard()?.querySelector('svg')).toBeTruthy();
    expect(mounted.shell.given).toEqual([]);
  });

  it('keeps another family’s code on its card', async () => {
    await press();
    await page.change(() => {
      attempt('solana');
      mounted.shell.store.publishPairing('solana', pairing);
    });
    expect(page.region('Solana').querySelector('[data-field=pairing]')).toBeTruthy();
  });

  it('is paired in the family whose part of a joined row is pressed', async () => {
    await page.change(() => mounted.publish('solana', phone));
    expect(row('solana')?.className).toBe('joined-part');
    await press('solana');
    expect(view()?.querySelector('.network')?.textContent).toBe('Solana');
    await page.press(view() as Element, 'Back to the list');
    expect(mounted.shell.given).toEqual(['cancel solana']);
    expect(focused()).toBe(row('solana'));
  });

  it('moves the focus to its card if it is connected already', async () => {
    await page.change(() => connect(mounted.shell, connected));
    await press();
    expect([view(), dialog().open]).toEqual([null, false]);
    expect(focused()).toBe(page.region('Ethereum').querySelector('h2'));
  });
});
