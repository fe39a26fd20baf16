import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';
import { readScheme } from '../scheme.ts';
import { keepsStorage } from './page-foot.tsx';

describe('the trial of a storage', () => {
  const fake = (changes: Partial<Storage>) => ({ ...changes }) as Storage;

  it('tells one that keeps from one that is full, switched off, or forgets', () => {
    const kept = new Map<string, string>();
    const sound = fake({
      setItem: (key, value) => void kept.set(key, value),
      getItem: (key) => kept.get(key) ?? null,
      removeItem: (key) => void kept.delete(key),
    });
    const fail = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
    expect(keepsStorage(() => sound)).toBe(true);
    expect(kept.size).toBe(0);
    expect(keepsStorage(() => fake({ ...sound, setItem: fail }))).toBe(false);
    expect(keepsStorage(() => fake({ ...sound, getItem: () => null }))).toBe(false);
    expect(keepsStorage(fail)).toBe(false);
  });
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

  it('is chosen at the foot of the page, which says what is in use', async () => {
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
