import { failure } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { approve } from '../testing/fake-discovery.ts';
import { createFakeShell, fakeConfig } from '../testing/fake-shell.ts';
import { translateLike } from '../testing/translate-like.ts';
import { App } from './app.tsx';
import { paintConnections } from './paint-connections.ts';

const looking = 'Looking for wallets…';
let presses: string[];
let store: Store;
let end: () => void;
const card = () => document.querySelector('section') as HTMLElement;
const shown = () => card().querySelector('[role=status]')?.textContent;
const connect = () => {
  const { wallet, accounts } = approve('one');
  store.openLease('evm').lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
};

beforeEach(() => {
  const shell = createFakeShell();
  document.body.innerHTML = `<header class="bar"></header>${renderToString(createElement(App, { shell }))}`;
  store = createStore(fakeConfig.families);
  presses = [];
  end = paintConnections({
    ...{ view: store.view, root: document, families: fakeConfig.families },
    connect: (family, walletId) => presses.push(`connect ${family} ${walletId}`),
    choose: (family) => presses.push(`choose ${family}`),
  });
});

it('a card shows that its wallet is connected, and the account in use', () => {
  expect(shown()).toBe('Disconnected');
  connect();
  expect(card().dataset.status).toBe('connected');
  expect(shown()).toBe('Connected');
  expect(card().querySelector('.pick-title')?.textContent).toMatch(/^\w+/);
});

it('the bar shows how many are connected', () => {
  expect(document.querySelector<HTMLElement>('.bar')?.dataset.connected).toBe('none');
  connect();
  expect(document.querySelector<HTMLElement>('.bar')?.dataset.connected).toBe('some');
});

it('a card shows which wallet connects', () => {
  const { wallet } = approve('one');
  store.openLease('evm').lease.publishConnection({ status: 'connecting', wallet });
  expect([card().dataset.status, shown()]).toEqual(['connecting', 'Connecting']);
  expect(card().querySelector('.pick-title')?.textContent).toBe(wallet.name);
  expect(card().querySelector<HTMLElement>('.card-body')?.style.visibility).toBe('hidden');
});

it('a card invites again after the connection', () => {
  connect();
  expect(card().querySelector<HTMLElement>('.card-body')?.style.visibility).toBe('hidden');
  store.openLease('evm').lease.publishConnection({ status: 'disconnected' });
  expect([card().dataset.status, shown()]).toEqual(['disconnected', 'Disconnected']);
  expect(card().querySelector('.pick-title')?.textContent).toBe(looking);
  expect(card().querySelector<HTMLElement>('.card-body')?.style.visibility).toBe('');
});

it('a card is right after a translator has wrapped its texts', () => {
  const endTranslation = translateLike(document.body, 'wrap');
  endTranslation();
  connect();
  expect(shown()).toBe('Connected');
  store.openLease('evm').lease.publishConnection({ status: 'disconnected' });
  expect(shown()).toBe('Disconnected');
});

describe('a card without a wallet', () => {
  const ready = () =>
    [...card().querySelectorAll('.pick-title, .pick-name, .pick-note')].flatMap(
      ({ textContent }) => textContent?.trim() || [],
    );
  const press = (words: string) =>
    [...card().querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click();
  const list = (...names: readonly string[]) =>
    store.publishWallets(
      'evm',
      names.map((name) => {
        const wallet = { id: name, name };
        if (name !== 'Away') return { ...wallet, reach: 'installed' };
        return { ...wallet, reach: 'absent', installUrl: 'https://wallet.example' };
      }),
    );

  it('shows the wallets at hand as the dialog lists them', () => {
    expect(ready()).toEqual([looking, 'More wallets']);
    list('Harbour');
    expect(ready()).toEqual(['Connect with', 'Harbour', 'More wallets']);
    const row = card().querySelector('button');
    list('Away', 'Harbour', 'Pier', 'Quay');
    expect(ready()).toEqual(['Connect with', 'Harbour', 'Pier', 'More wallets']);
    // It may have the focus.
    expect(card().querySelector('button')).toBe(row);
  });

  it('shows that there is none once all have had time to be listed, with links to those that are not here', () => {
    vi.useFakeTimers();
    list('Away');
    store.publishRemote('evm', { stage: 'listed', release: { remote: 'remote-evm', version: '0.1.0' } });
    expect(ready()).toEqual([looking, 'More wallets']);
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    expect(ready()).toEqual(['No wallet in this browser yet', 'Away', 'Get', 'More wallets']);
    expect(card().querySelector('a')?.href).toBe('https://wallet.example/');
    expect(card().dataset.release).toBe('remote-evm@0.1.0');
  });

  it('connects and opens the dialog at a press, before the views have loaded', () => {
    list('Harbour');
    press('Harbour');
    press('More wallets');
    expect(presses).toEqual(['connect evm Harbour', 'choose evm']);
  });

  it('shows nothing once the remote has failed', () => {
    store.publishRemote('evm', {
      ...{ stage: 'failed', step: 'again' },
      failure: failure('loader/unreachable', { remote: 'remote-evm', stage: 'discovery' }),
    });
    expect(ready()).toEqual(['More wallets']);
  });
});

it('paints nothing after its end', () => {
  end();
  connect();
  expect(shown()).toBe('Disconnected');
});
