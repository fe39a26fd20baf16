import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../../config.ts';
import { createFakeShell, fakeConfig } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';

let page: OpenPage | undefined;

beforeEach(() => {
  location.hash = '';
});
afterEach(async () => {
  await page?.close();
  page = undefined;
});

const withHealth = () => createFakeShell(parseConfig({ ...fakeConfig, health: true }));
const findView = () => document.querySelector('.sheet-wide');
const whenShown = async () => {
  await vi.dynamicImportSettled();
  await page?.change(() => undefined);
};
const textOf = (name: string) =>
  [...document.querySelectorAll('[data-health=evm] .facts > div')].find(
    (one) => one.querySelector('dt')?.textContent === name,
  )?.lastChild?.textContent;

describe('the health view', () => {
  it('is opened from the page where the configuration says so', async () => {
    const shell = withHealth();
    shell.store.publishRemote('evm', {
      stage: 'listed',
      release: { remote: 'remote-evm', version: '0.1.0', share: 10 },
    });
    page = await openPage(shell);
    expect(findView()).toBeNull();
    await page.press(document.body, 'Health');
    await whenShown();
    expect(textOf('Release')).toBe('remote-evm 0.1.0, verified, 10\u00a0% share');
    expect(textOf('Attempts')).toBe('none yet');
    await page.press(findView() as Element, 'Close');
    expect(findView()).toBeNull();
  });

  it('is opened by its address on any page, and closed with it', async () => {
    location.hash = '#health';
    page = await openPage(createFakeShell());
    await whenShown();
    expect(page.buttons(document.body)).not.toContain('Health');
    expect(findView()).not.toBeNull();
    await page.press(findView() as Element, 'Close');
    expect(location.hash).toBe('');
  });

  it('is not there otherwise', async () => {
    page = await openPage(createFakeShell());
    await whenShown();
    expect(findView()).toBeNull();
    expect(page.buttons(document.body)).not.toContain('Health');
  });

  it('copies its report as JSON', async () => {
    const write = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { clipboard: { writeText: write } });
    page = await openPage(withHealth());
    await page.press(document.body, 'Health');
    await whenShown();
    await page.press(findView() as Element, 'Copy as JSON');
    const [text] = write.mock.calls[0] as unknown as [string];
    expect(JSON.parse(text)).toMatchObject({ build: 'test', families: [{ id: 'evm' }, {}, {}] });
  });
});
