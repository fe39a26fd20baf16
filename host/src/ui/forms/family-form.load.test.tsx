import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connect } from '../../testing/facts.ts';
import { createFakeShell } from '../../testing/fake-shell.ts';
import { type OpenPage, openPage } from '../../testing/open-page.tsx';

vi.mock('../on-demand.lazy.ts', () => {
  throw new Error('The file did not come.');
});

let page: OpenPage;
const card = () => page.region('Ethereum');

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const shell = createFakeShell();
  connect(shell);
  page = await openPage(shell);
});
afterEach(() => page.close());

it('says that the code of the send form did not load, and offers to load it again', async () => {
  await page.press(card(), 'Send');
  expect(card().textContent).toContain('Something here did not show.');
  expect(page.buttons(card())).toContain('Show again');
});

it('opens the other forms without that code', async () => {
  await page.press(card(), 'Sign message');
  expect(card().querySelector('dialog')?.open).toBe(true);
});
