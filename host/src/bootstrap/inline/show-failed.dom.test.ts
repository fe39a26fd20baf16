import { beforeEach, expect, it } from 'vitest';
import { showFailed } from './show-failed.ts';

let reloads: number;
const card = (family: string) =>
  `<section data-family="${family}" data-status="disconnected"><p class="status" role="status">Disconnected</p><div class="card-body"><button>Connect</button></div></section>`;

beforeEach(() => {
  reloads = 0;
  delete document.documentElement.dataset.laid;
  document.body.innerHTML = `<header>Linkspan</header>
    <main id="app"><aside><button>Try practice wallets</button></aside>${card('evm')}${card('solana')}</main>
    <p class="wallets-hint">Looking for wallets…</p>
    <template data-hint="Reload the page to use it."><section data-family="evm">
      <p class="status" role="status">Unavailable</p><div class="card-body"><p>A part did not load</p>
      <details><button>Copy</button></details><div class="row-main"><button>Reload</button></div></div>
    </section></template>`;
  showFailed(document.querySelector('template') as HTMLTemplateElement, () => {
    reloads += 1;
  });
});

it('says in each card what happened, and leaves the rest of the page', () => {
  const cards = [...document.querySelectorAll<HTMLElement>('#app > *')];
  expect(cards.map(({ dataset }) => [dataset.family, dataset.status])).toEqual([
    ['evm', 'unavailable'],
    ['solana', 'unavailable'],
  ]);
  for (const one of cards) expect(one.textContent).toMatch(/^Unavailable\s*A part did not load/);
  expect(document.querySelector('header')?.textContent).toBe('Linkspan');
});

it('offers a reload, and no button that would do nothing', () => {
  const buttons = [...document.querySelectorAll('button')];
  expect(buttons.map((button) => button.textContent)).toEqual(['Reload', 'Reload']);
  for (const button of buttons) button.click();
  expect(reloads).toBe(2);
});

it('lets the wallet dialog look for nothing any more', () => {
  expect(document.querySelector('.wallets-hint')?.textContent).toBe('Reload the page to use it.');
});

it('lets the page be seen behind an open dialog', () =>
  expect(document.documentElement.dataset.laid).toBe(''));
