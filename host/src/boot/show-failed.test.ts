// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { failedTemplateId, showFailed } from './show-failed.ts';

let reloads: number;

beforeEach(() => {
  reloads = 0;
  document.body.innerHTML = `<header>Linkspan</header>
    <main id="app"><section data-status="disconnected"></section></main>
    <p class="wallets-hint">Looking for wallets…</p>
    <template id="${failedTemplateId}" data-hint="Reload the page to use it."><section data-status="unavailable">
      <details><button>Copy</button></details><div class="row-main"><button>Reload</button></div>
    </section></template>`;
  showFailed(document, () => {
    reloads += 1;
  });
});

it('puts what happened in the place of the cards, and leaves the rest of the page', () => {
  expect(document.querySelector('#app [data-status]')?.getAttribute('data-status')).toBe('unavailable');
  expect(document.querySelectorAll('#app > *')).toHaveLength(1);
  expect(document.querySelector('header')?.textContent).toBe('Linkspan');
});

it('offers a reload, and no button that would do nothing', () => {
  const buttons = [...document.querySelectorAll('button')];
  expect(buttons.map((button) => button.textContent)).toEqual(['Reload']);
  buttons[0]?.click();
  expect(reloads).toBe(1);
});

it('lets the wallet dialog look for nothing any more', () => {
  expect(document.querySelector('.wallets-hint')?.textContent).toBe('Reload the page to use it.');
});
