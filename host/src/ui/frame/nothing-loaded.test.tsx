import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { account } from '../../testing/facts.ts';
import { createFakeShell, type FakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';

let shell: FakeShell;
let page: OpenPage;
const notice = () => document.querySelector<HTMLElement>('.nothing') as HTMLElement;
const fail = (family: string, code: string, step: 'again' | 'reload' = 'again') =>
  page.change(() =>
    shell.store.publishRemote(family, { stage: 'failed', failure: { code, context: {} }, step }),
  );
const failAll = async () => {
  for (const family of ['evm', 'solana', 'near']) await fail(family, 'release/unreachable');
};

beforeEach(async () => {
  shell = createFakeShell();
  page = await openPage(shell, () => 1_000);
});
afterEach(() => page.close());

it('is one notice if every family has failed, and none before or after', async () => {
  await fail('evm', 'release/unreachable');
  await fail('solana', 'release/unreachable');
  expect(notice()).toBeNull();
  await fail('near', 'loader/timeout');
  expect(notice().textContent).toContain('The servers for Ethereum, Solana and NEAR did not answer.');
  expect(document.querySelector('.lede')?.textContent).toBe('Nothing could be loaded just now.');
  const release = { remote: 'remote-near', version: '1.0.0' };
  await page.change(() => shell.store.publishRemote('near', { stage: 'listed', release }));
  expect(notice()).toBeNull();
});

it('keeps the region and the status of each family', async () => {
  await failAll();
  for (const title of ['Ethereum', 'Solana', 'NEAR']) {
    const { dataset } = page.region(title);
    expect([dataset.status, dataset.release]).toEqual(['unavailable', '']);
    expect(page.region(title).querySelector('[role=status]')?.textContent).toBe('Unavailable');
  }
});

it('says when the page tries again only if it does', async () => {
  await failAll();
  expect(notice().textContent).not.toContain('by itself');
  await page.change(() => shell.page.retryAt.set(13_000));
  expect(notice().textContent).toContain('The page tries again by itself in 12 seconds.');
  expect(notice().querySelector('[role=status]')?.textContent).not.toContain('12');
  await page.change(() => shell.page.isOffline.set(true));
  expect(notice().textContent).not.toContain('by itself');
});

it('tries every family again by one press', async () => {
  await failAll();
  await page.press(notice(), 'Try now');
  expect(shell.given).toEqual(['retry evm', 'retry solana', 'retry near']);
});

it('says the cause itself if it is the same for all', async () => {
  for (const family of ['evm', 'solana', 'near']) await fail(family, 'release/uncheckable', 'reload');
  expect(notice().querySelector('h2')?.textContent).toContain('Ethereum, Solana and NEAR');
  expect(notice().textContent).toContain('This page needs HTTPS and a recent browser');
  expect(notice().textContent).not.toContain('cannot be reached');
});

it('says the cause of all only if it is the same in every fact that it names', async () => {
  const expire = (family: string, expiresAt: string) =>
    page.change(() =>
      shell.store.publishRemote(family, {
        ...{ stage: 'failed', step: 'again' },
        failure: { code: 'release/expired', context: { remote: `remote-${family}`, expiresAt } },
      }),
    );
  for (const family of ['evm', 'solana', 'near']) await expire(family, '2026-11-01T12:00:00Z');
  expect(notice().textContent).toMatch(/signature was good until November 1, 2026/);
  await expire('near', '2026-11-20T12:00:00Z');
  expect(notice().textContent).not.toContain('November 1');
  expect(notice().textContent).toContain('for the reasons in Details');
});

it('leaves the focus at the title when it goes', async () => {
  await failAll();
  notice().querySelector('button')?.focus();
  const release = { remote: 'remote-near', version: '1.0.0' };
  await page.change(() => shell.store.publishRemote('near', { stage: 'listed', release }));
  expect(document.activeElement?.tagName).toBe('H1');
});

it('reloads if only that helps one of them', async () => {
  await failAll();
  await fail('near', 'loader/altered', 'reload');
  await page.press(notice(), 'Reload');
  expect(shell.given).toEqual(['reload']);
});

it('has the reason of each family in one text to copy', async () => {
  const writeText = vi.fn(async (_: string) => undefined);
  await failAll();
  await fail('solana', 'loader/altered');
  expect(notice().textContent).not.toContain('did not answer');
  vi.stubGlobal('navigator', { clipboard: { writeText }, userAgent: 'A browser' });
  await page.press(notice(), 'Details');
  const dialog = document.querySelector('dialog[open]') as HTMLElement;
  await page.press(dialog, 'Copy details');
  const [[text = ''] = []] = writeText.mock.calls;
  expect(text).toMatch(/^Ethereum: .*\nrelease\/unreachable\n\nSolana: .*\nloader\/altered\n\nNEAR: /);
  expect(text.match(/browser: /g)).toHaveLength(1);
});

it('shows the last known accounts', async () => {
  Object.assign(shell.page, { lastAccounts: (id: string) => (id === 'evm' ? [account] : []) });
  await failAll();
  const rows = [...notice().querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(rows).toEqual(['0xf39F…2266Ethereum, last known']);
});
