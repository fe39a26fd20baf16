import { failure } from '@linkspan/contract';
import { createStore, type Store } from '@linkspan/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { approve } from '../testing/fake-discovery.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { translateLike } from '../testing/translate-like.ts';
import { paintConnections } from './paint-connections.ts';

const words = {
  disconnected: 'Disconnected',
  connecting: 'Connecting',
  connected: 'Connected',
  reconnecting: 'Reconnecting',
  ...{ connectWith: 'Connect with', looking: 'Looking', none: 'None' },
};
let store: Store;
let end: () => void;
const card = () => document.querySelector('section') as HTMLElement;
const shown = () => card().querySelector('[role=status]')?.textContent;
const connect = () => {
  const { wallet, accounts } = approve('one');
  store.openLease('evm').lease.publishConnection({ status: 'connected', wallet, accounts, capabilities: [] });
};

beforeEach(() => {
  document.body.innerHTML = `<header class="bar"></header><section data-family="evm" data-status="disconnected">
    <p role="status">Disconnected</p><div class="card-body"><p class="pick-title">Looking</p>
    <div aria-hidden="true"><span class="pick-name"></span></div><div aria-hidden="true"><span class="pick-name"></span></div></div></section>`;
  store = createStore(fakeConfig.families);
  end = paintConnections(store.view, document, words);
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
  expect(card().querySelector('.pick-title')?.textContent).toBe('Looking');
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

describe('a card behind an open dialog', () => {
  const ready = () =>
    ['.pick-title', '.pick-name'].flatMap((one) =>
      [...card().querySelectorAll(one)].flatMap(({ textContent }) => textContent || []),
    );
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
    expect(ready()).toEqual(['Looking']);
    list('Harbour');
    expect(ready()).toEqual(['Connect with', 'Harbour']);
    list('Away', 'Harbour', 'Pier', 'Quay');
    expect(ready()).toEqual(['Connect with', 'Harbour', 'Pier']);
  });

  it('shows that there is none once all are listed', () => {
    list('Away');
    expect(ready()).toEqual(['Looking']);
    store.publishRemote('evm', { stage: 'listed', release: { remote: 'remote-evm', version: '0.1.0' } });
    expect(ready()).toEqual(['None']);
  });

  it('shows nothing once the remote has failed', () => {
    store.publishRemote('evm', {
      ...{ stage: 'failed', step: 'again' },
      failure: failure('loader/unreachable', { remote: 'remote-evm', stage: 'discovery' }),
    });
    expect(ready()).toEqual([]);
  });
});

it('paints nothing after its end', () => {
  end();
  connect();
  expect(shown()).toBe('Disconnected');
});
