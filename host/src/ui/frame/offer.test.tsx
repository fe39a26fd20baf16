import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';

let shell: FakeShell;
let page: OpenPage;
const offer = () => document.querySelector<HTMLElement>('.offer');
const announced = () => document.querySelector('[aria-live]')?.textContent;
const supersede = (family: string, version: string) =>
  page.change(() => shell.store.publishReleaseStatus(family, { state: 'superseded', version }));

beforeEach(async () => {
  shell = createFakeShell();
  for (const { id } of shell.config.families)
    shell.store.publishRemote(id, {
      stage: 'mounted',
      release: { remote: `remote-${id}`, version: '1.9.0', share: 100 },
    });
  page = await openPage(shell);
});
afterEach(() => page.close());

it('offers a newer release, and reloads by one press', async () => {
  await supersede('solana', '1.10.0');
  const words = 'A newer version is ready. Reload to use it. Your wallets reconnect by themselves.';
  expect(offer()?.querySelector('p')?.textContent).toBe(words);
  expect(announced()).toBe(words);
  await page.press(offer() as Element, 'Reload');
  expect(shell.given).toEqual(['reload']);
});

it('is one line for all families', async () => {
  await supersede('evm', '2.0.0');
  await supersede('near', '2.0.0');
  expect(document.querySelectorAll('.offer')).toHaveLength(1);
  expect(offer()?.textContent).toContain('Reload to use it');
});

it('says of an older release that it is another one', async () => {
  await supersede('evm', '1.8.9');
  expect(offer()?.textContent).toContain('Another version is live now.');
});

it('disappears when declined, until the next release', async () => {
  await supersede('evm', '2.0.0');
  await page.press(offer() as Element, 'Later');
  expect(offer()).toBeNull();
  await supersede('evm', '2.1.0');
  expect(offer()).not.toBeNull();
});

it('disappears when the page’s own release is live again', async () => {
  await supersede('evm', '2.0.0');
  await page.change(() => shell.store.publishReleaseStatus('evm', { state: 'current' }));
  expect(offer()).toBeNull();
  expect(announced()).toBe('');
});

it('changes no card, and lets each be used as before', async () => {
  const before = page.region('Ethereum').outerHTML;
  await supersede('evm', '2.0.0');
  expect(page.region('Ethereum').outerHTML).toBe(before);
});

it('stays announced while the share of a release changes', async () => {
  await supersede('evm', '2.0.0');
  const release = { remote: 'remote-near', version: '1.9.0', share: 50 };
  await page.change(() => shell.store.publishRemote('near', { stage: 'mounted', release }));
  expect(announced()).toContain('A newer version is ready.');
});

it('is announced together with a stopped release', async () => {
  const failure = { code: 'release/withdrawn', context: { remote: 'remote-near' } };
  await page.change(() => shell.store.publishReleaseStatus('near', { state: 'stopped', failure }));
  await supersede('evm', '2.0.0');
  expect(announced()).toContain('NEAR: NEAR was taken back by its team.');
  expect(announced()).toContain('A newer version is ready.');
});
