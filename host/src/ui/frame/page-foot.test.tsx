import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';
import { readScheme } from '../scheme.ts';
import { isStorageWorking } from './page-foot.tsx';

describe('the trial of a storage', () => {
  const fake = (changes: Partial<Storage>) => ({ ...changes }) as Storage;

  it('distinguishes a working one from one that is full, switched off, or forgets', () => {
    const stored = new Map<string, string>();
    const sound = fake({
      setItem: (key, value) => void stored.set(key, value),
      getItem: (key) => stored.get(key) ?? null,
      removeItem: (key) => void stored.delete(key),
    });
    const fail = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
    expect(isStorageWorking(() => sound)).toBe(true);
    expect(stored.size).toBe(0);
    expect(isStorageWorking(() => fake({ ...sound, setItem: fail }))).toBe(false);
    expect(isStorageWorking(() => fake({ ...sound, getItem: () => null }))).toBe(false);
    expect(isStorageWorking(fail)).toBe(false);
  });

  it.each([true, false])('is shown at the end of the page: %s', async (isKept) => {
    if (!isKept) vi.stubGlobal('localStorage', undefined);
    const page = await openPage(createFakeShell());
    const shown = document.querySelector('.page-foot [data-field=forgetful]')?.textContent;
    expect(shown === undefined).toBe(isKept);
    await page.close();
    vi.unstubAllGlobals();
  });
});

it('the operator’s pages are in the foot, and open in another tab', async () => {
  const shell = createFakeShell();
  const links = [{ title: 'Terms', url: '/terms' }];
  const page = await openPage({ ...shell, config: { ...shell.config, links } });
  const link = document.querySelector<HTMLAnchorElement>('.page-foot a');
  expect([link?.textContent, link?.getAttribute('href'), link?.target]).toEqual([
    'Terms',
    '/terms',
    '_blank',
  ]);
  await page.close();
});

describe('the appearance', () => {
  let page: OpenPage;
  const dialog = () => document.querySelector('.page-foot dialog');
  const choices = () => [...(dialog()?.querySelectorAll('.choice') ?? [])];

  beforeEach(async () => {
    document.head.innerHTML = '<meta name="color-scheme" content="light dark">';
    page = await openPage(createFakeShell());
  });
  afterEach(() => page.close());

  it('is chosen at the foot of the page, which marks the current one', async () => {
    await page.press(document.body, 'Appearance');
    expect(choices().map(({ textContent }) => textContent)).toEqual(['System In use', 'Light', 'Dark']);
    await page.press(dialog() as Element, 'Dark');
    expect([dialog(), readScheme()]).toEqual([null, 'dark']);
    await page.press(document.body, 'Appearance');
    expect(choices().map((one) => one.getAttribute('aria-current'))).toEqual([null, null, 'true']);
    await page.press(dialog() as Element, 'System');
    expect(readScheme()).toBe('system');
  });
});
