import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showFailed } from './failed-page.ts';

let reloads: number;
let template: HTMLTemplateElement;
const reload = () => {
  reloads += 1;
};
const card = (family: string) =>
  `<section data-family="${family}" data-status="disconnected"><p class="status" role="status">Disconnected</p><div class="card-body"><button>Connect</button></div></section>`;
const failed = (what: string) => `<section data-family="evm">
  <p class="status" role="status">Unavailable</p><div class="card-body"><p>${what}</p>
  <details><button>Copy</button></details><div class="actions"><button>Reload</button></div></div>
</section>`;

beforeEach(() => {
  reloads = 0;
  document.body.innerHTML = `<header>Linkspan</header>
    <main id="app"><div class="head"><button>Try a practice wallet</button></div>${card('evm')}${card('solana')}</main>
    <p class="sheet-says">Looking for wallets…</p>
    <template data-hint="Reload the page to use it.">${failed('A part did not load')}${failed('A part was altered')}
      <p>A service worker is here</p><button>Remove</button></template>`;
  template = document.querySelector('template') as HTMLTemplateElement;
  showFailed(template, 'loader/host', [], reload);
});

it('says in each card what happened, and leaves the rest of the page', () => {
  const cards = [...document.querySelectorAll<HTMLElement>('#app > section')];
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
  expect(document.querySelector('.sheet-says')?.textContent).toBe('Reload the page to use it.');
});

it('lets the page be seen behind an open dialog', () =>
  expect(document.querySelector('main')?.dataset.laid).toBe(''));

it('says instead that a file was altered, once that is known', () => {
  showFailed(template, 'loader/host-altered', [], reload);
  for (const card of document.querySelectorAll('#app > section'))
    expect(card.textContent).toMatch(/^Unavailable\s*A part was altered\s*Reload$/);
});

describe('service workers of an earlier page', () => {
  const words = () => [...document.querySelectorAll('#app button')].map(({ textContent }) => textContent);

  it('are not mentioned if there are none', () => {
    expect(words()).toEqual(['Reload', 'Reload']);
    expect(document.querySelector('#app')?.textContent).not.toContain('service worker');
  });

  it('are all unregistered by a button, before the page reloads', async () => {
    const order: string[] = [];
    const toWorker = (name: string, failure?: Error) => {
      const unregister = async () => {
        order.push(name);
        if (failure) throw failure;
        return true;
      };
      return { unregister } as ServiceWorkerRegistration;
    };
    const workers = [toWorker('one', new Error('not allowed')), toWorker('two')];
    showFailed(template, 'loader/host', workers, () => order.push('reload'));
    expect(words()).toEqual(['Reload', 'Remove', 'Reload', 'Remove']);
    expect(document.querySelector('#app')?.textContent).toContain('A service worker is here');
    document.querySelector<HTMLElement>('.actions > :last-child')?.click();
    await vi.waitFor(() => expect(order).toEqual(['one', 'two', 'reload']));
    expect(reloads).toBe(0);
  });
});
