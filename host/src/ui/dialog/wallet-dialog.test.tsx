import type { WalletListing } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beOn } from '../../testing/devices.ts';
import { asking, connect, otherWallet, otherWalletRef, wallet } from '../../testing/facts.ts';
import { listMixedTexts } from '../../testing/list-mixed-texts.ts';
import { type MountedDialog, mountDialog } from '../../testing/mount-dialog.tsx';
import { translateLike } from '../../testing/translate-like.ts';

const absent: WalletListing = {
  id: 'far',
  name: 'Far Wallet',
  reach: 'absent',
  installUrl: 'https://far.invalid/',
};
const phone: WalletListing = { id: 'phone', name: 'Phone Wallet', reach: 'pairing' };
let mounted: MountedDialog;
let prepared: string[];

const group = () => mounted.dialog.querySelector('[data-group=evm]') as HTMLElement;
const rows = () => [...group().querySelectorAll<HTMLButtonElement>('.wallet')];
const names = () => rows().map((row) => row.textContent?.trim().replace(/ +/g, ' '));
const more = () => group().querySelector('.wallets-more') as HTMLButtonElement;
const hint = () => group().querySelector('p')?.textContent;
const turnTo = (row?: Element, sign = 'pointerover') =>
  row?.firstElementChild?.dispatchEvent(new Event(sign, { bubbles: true }));
const publish = (...wallets: WalletListing[]) => mounted.publish('evm', ...wallets);

beforeEach(() => {
  prepared = [];
  mounted = mountDialog({
    lastUsed: { evm: 'rabby' },
    prepare: (family, wallet) => void prepared.push(`${family} ${wallet}`),
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  mounted.unmount();
  expect(listMixedTexts(mounted.dialog).filter((text) => text.trim())).toEqual([]);
});

describe('the wallet dialog', () => {
  it('shows name, note and action of each wallet, those at hand first', () => {
    publish(absent, phone, otherWallet, wallet);
    mounted.open();
    expect(names()).toEqual([
      'Rabby Installed Recent',
      'Practice Wallet Test money, local networks',
      'Phone Wallet On your phone',
    ]);
    more().click();
    expect(names().at(-1)).toBe('Far Wallet Not installed Get ↗');
  });

  it('shows a name in its own direction, without marks that reverse its neighbors', () => {
    publish({ ...wallet, name: '\u202EksaMateM\u200B ארנק' });
    const name = group().querySelector('b');
    expect([name?.textContent, name?.dir]).toEqual(['ksaMateM ארנק', 'auto']);
  });

  it('shows the first of a flood and those in use, and all after a press', () => {
    const flood = Array.from({ length: 400 }, (_, at): WalletListing => ({ ...phone, id: `flood ${at}` }));
    mounted.open();
    publish(...flood, { ...otherWallet, reach: 'pairing' });
    expect(rows()).toHaveLength(30);
    expect(names()[0]).toMatch('Rabby');
    expect(more().textContent).toBe('371 more');
    more().click();
    expect(rows()).toHaveLength(401);
  });

  it('shows the wallets of the team in a flood, and says that others may be left out', () => {
    const flood = (count: number) =>
      Array.from({ length: count }, (_, at): WalletListing => ({ ...otherWallet, id: `flood ${at}` }));
    const site: WalletListing = { id: 'site', name: 'Site Wallet', reach: 'window' };
    publish(...flood(999), site);
    expect([names().at(-1), hint()]).toEqual(['Site Wallet Opens a window', '']);
    publish(...flood(1_000), site);
    expect(hint()).toBe('1,000 wallets or more found. Some may not be shown.');
  });

  it('refers to the card of a family whose release was stopped', () => {
    publish(wallet);
    expect(hint()).toBe('');
    const failure = { code: 'release/withdrawn', context: { remote: 'remote-evm' } };
    mounted.shell.store.publishReleaseStatus('evm', { state: 'stopped', failure });
    expect(hint()).toBe('Switched off for now. The card on the page says why.');
    mounted.shell.store.publishReleaseStatus('evm', { state: 'current' });
    expect(hint()).toBe('');
  });

  it('shows changes after a translator has wrapped its texts', async () => {
    const end = translateLike(mounted.dialog, 'wrap');
    publish(otherWallet);
    await vi.waitFor(() => expect(rows()[0]?.textContent).toBe('[Rabby][ ][Installed][ ][Recent]'));
    connect(mounted.shell, { status: 'connecting', wallet: otherWalletRef });
    mounted.shell.store.publishAttempt('evm', asking(otherWalletRef));
    await vi.waitFor(() => expect(rows()[0]?.querySelector('em')?.textContent).toBe('[Connecting]'));
    publish(wallet);
    await vi.waitFor(() =>
      expect(rows().map((row) => row.querySelector('b')?.textContent)).toEqual(['[Practice Wallet]']),
    );
    end();
  });

  it('connects by a press and closes', () => {
    publish(wallet);
    mounted.open('evm');
    expect(document.activeElement).toBe(rows()[0]);
    rows()[0]?.click();
    expect(mounted.pressed).toEqual(['evm practice']);
    expect(mounted.dialog.open).toBe(false);
  });

  it('gives the focus to the card of the family that is connected', () => {
    const cards = ['evm', 'solana'].map(
      (id) =>
        `<section data-family="${id}" data-status="disconnected"><h2 tabindex="-1">${id}</h2></section>`,
    );
    document.body.insertAdjacentHTML('afterbegin', `<button>Connect wallet</button>${cards.join('')}`);
    document.querySelector('button')?.focus();
    mounted.shell.store.publishWallets('solana', [wallet]);
    mounted.open();
    mounted.dialog.querySelector<HTMLElement>('[data-wallet][data-family=solana]')?.click();
    expect(document.activeElement?.textContent).toBe('solana');
  });

  it('takes the person from the connected wallet, whose row says so, to its card', () => {
    publish(wallet);
    connect(mounted.shell);
    const actions = '<div class="actions"><button>Send</button><button>Disconnect</button></div>';
    const card = `<section data-family="evm" data-status="connected"><button>Copy</button><h2>evm</h2>${actions}</section>`;
    document.body.insertAdjacentHTML('afterbegin', card);
    mounted.open();
    expect(rows()[0]?.textContent).toMatch(/Opens its card.*Connected/);
    rows()[0]?.click();
    expect(mounted.dialog.open).toBe(false);
    expect(document.activeElement?.textContent).toBe('evm');
  });

  it('opens the install page of an absent wallet, and connects none', () => {
    const opened: unknown[][] = [];
    vi.stubGlobal('open', (...values: unknown[]) => opened.push(values));
    publish(absent);
    rows()[0]?.click();
    expect(opened).toEqual([['https://far.invalid/', '_blank', 'noopener']]);
    expect(mounted.pressed).toEqual([]);
  });

  it('opens this page in the app of a wallet that can, by its own press', () => {
    beOn('Chrome on Android');
    const opened: unknown[] = [];
    vi.stubGlobal('open', (...values: unknown[]) => opened.push(values));
    publish({ ...absent, openUrl: 'https://far.invalid/open' } as WalletListing);
    expect(names()).toEqual(['Far Wallet Opens this page in Far Wallet Open app ↗']);
    expect(rows()[0]?.dataset.state).toBe('open');
    turnTo(rows()[0]);
    rows()[0]?.click();
    expect(opened).toEqual([['https://far.invalid/open', '_blank', 'noopener']]);
    expect([mounted.pressed, prepared]).toEqual([[], []]);
  });

  it('follows the connection and the attempt', () => {
    publish(wallet, otherWallet);
    connect(mounted.shell);
    mounted.shell.store.publishAttempt('evm', asking(otherWalletRef));
    expect(rows().map((row) => row.dataset.state)).toEqual(['connecting', 'connected']);
    expect(rows().map((row) => row.querySelector('em')?.textContent)).toEqual(['Connecting', 'Connected']);
  });

  it('keeps a row and its focus while wallets come and go', () => {
    publish(otherWallet, wallet);
    mounted.open();
    const [, held] = rows();
    held?.focus();
    publish(absent, phone, { ...wallet, name: 'Renamed Wallet' });
    expect(rows()[0]).toBe(held);
    expect(document.activeElement).toBe(held);
    expect(names()[0]).toContain('Renamed Wallet');
    expect(rows()).toHaveLength(2);
  });

  it('shows an icon as an image and nothing else, and has the style draw an initial if there is none', () => {
    publish({ ...wallet, icon: 'data:image/svg+xml,<svg onload="alert(1)"/>' }, otherWallet);
    expect(rows()[1]?.querySelector('img')?.alt).toBe('');
    expect(rows()[1]?.querySelector('svg')).toBeNull();
    const face = rows()[0]?.querySelector<HTMLElement>('.wallet-face');
    expect([face?.childNodes.length, face?.dataset.initial, face?.ariaHidden]).toEqual([0, 'R', 'true']);
  });

  it('gives an initial the same hue each time, and other names other hues', () => {
    const toHues = (...given: string[]) => {
      publish(...given.map((name, at) => ({ ...otherWallet, id: `${at}`, name })));
      return rows().map((row) =>
        row.querySelector<HTMLElement>('.wallet-face')?.style.getPropertyValue('--hue'),
      );
    };
    const hues = toHues('Rabby Wallet', 'MetaMask', 'Phantom', 'Solflare', 'Backpack', 'Nightly');
    expect(toHues('Rabby Wallet', 'MetaMask', 'Phantom', 'Solflare', 'Backpack', 'Nightly')).toEqual(hues);
    expect(new Set(hues).size).toBeGreaterThan(3);
  });

  it.each([
    ['🦊 fox', 'F'],
    ['ärger', 'Ä'],
    ['1inch', '1'],
    ['ארנק', 'א'],
    ['🦊', ''],
  ])('takes the first letter or digit of %s for its initial', (name, initial) => {
    publish({ ...otherWallet, name });
    expect(rows()[0]?.querySelector<HTMLElement>('.wallet-face')?.dataset.initial).toBe(initial);
  });

  it('lists a wallet without waiting for its icon, which is read for the next frame', async () => {
    const icon = 'data:image/png;base64,AAAA';
    publish({ ...wallet, icon });
    const image = rows()[0]?.querySelector('img');
    expect(image?.src).toBe('');
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(image?.src).toBe(icon);
  });

  it('says if it is looking, found none, or failed', () => {
    const says = () => mounted.dialog.querySelector('.sheet-says')?.textContent;
    expect(says()).toBe('Looking for wallets…');
    for (const family of mounted.shell.view.families)
      mounted.shell.store.publishRemote(family, {
        stage: 'listed',
        release: { remote: 'remote-evm', version: '0.1.0' },
      });
    expect(says()).toBe('');
    expect(hint()).toBe('No wallets yet');
    const failure = { code: 'release/unreachable', context: { remote: 'remote-evm' } };
    mounted.shell.store.publishRemote('evm', { stage: 'failed', failure, step: 'again' });
    expect(hint()).toBe('Not available right now.');
  });

  it('says beside the wallets of a family that it did not load, and how that may be helped', () => {
    publish(wallet);
    expect(hint()).toBe('');
    const failure = { code: 'loader/unreachable', context: { remote: 'remote-evm' } };
    mounted.shell.store.publishRemote('evm', { stage: 'failed', failure, step: 'again' });
    expect(hint()).toBe('Did not load the last time. Choose a wallet to try again.');
    mounted.shell.store.publishRemote('evm', { stage: 'failed', failure, step: 'reload' });
    expect(hint()).toBe('Reload the page to use it.');
  });

  it.each(['pointerover', 'focusin'])('prepares by %s a wallet that is here', (sign) => {
    publish(wallet, absent);
    turnTo(rows()[1], sign);
    expect(prepared).toEqual([]);
    turnTo(rows()[0], sign);
    expect(prepared).toEqual([`evm ${wallet.id}`]);
  });

  it('changes nothing after it is unmounted', () => {
    publish(wallet);
    mounted.unmount();
    publish();
    expect(rows()).toHaveLength(1);
    turnTo(rows()[0]);
    expect(prepared).toEqual([]);
  });
});
