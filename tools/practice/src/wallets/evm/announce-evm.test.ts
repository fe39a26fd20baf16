import { expect, it } from 'vitest';
import { openTestPage } from '../testing/test-page.ts';

interface Announced {
  readonly info: { readonly name: string; readonly rdns: string; readonly icon: string };
}

it('announces itself at once, on every request, and no more after the undoing', () => {
  const { platform, wallet } = openTestPage();
  const heard: Announced[] = [];
  platform.page.addEventListener('eip6963:announceProvider', (event) => {
    if (event instanceof CustomEvent) heard.push(event.detail);
  });
  const close = wallet('evm').open();
  platform.page.dispatchEvent(new Event('eip6963:requestProvider'));
  expect(heard).toHaveLength(2);
  expect(heard[0]).toBe(heard[1]);
  expect(heard[0]?.info).toMatchObject({ name: 'Practice Wallet', rdns: 'practice.linkspan.wallet' });
  expect(heard[0]?.info.icon).toMatch(/^data:image\/svg\+xml;base64,/);
  close();
  platform.page.dispatchEvent(new Event('eip6963:requestProvider'));
  expect(heard).toHaveLength(2);
});
