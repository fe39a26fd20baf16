import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeShell } from '../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../testing/open-page.tsx';
import { readScheme } from './scheme.ts';

let page: OpenPage;
const dialog = () => document.querySelector('.page-foot dialog');
const choices = () => [...(dialog()?.querySelectorAll('.choice') ?? [])];

beforeEach(async () => {
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
