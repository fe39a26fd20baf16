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
const told = () => card().querySelector('[role=status]')?.textContent;
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

it('has the card of a family say that its wallet is connected, and which account is in use', () => {
  expect(told()).toBe('Disconnected');
  connect();
  expect(card().dataset.status).toBe('connected');
  expect(told()).toBe('Connected');
  expect(card().querySelector('.pick-title')?.textContent).toMatch(/^\w+/);
});

it('has the bar of the page say how many are connected', () => {
  expect(document.querySelector<HTMLElement>('.bar')?.dataset.connected).toBe('none');
  connect();
  expect(document.querySelector<HTMLElement>('.bar')?.dataset.connected).toBe('some');
});

it('has it say which wallet is being connected', () => {
  const { wallet } = approve('one');
  store.openLease('evm').lease.publishConnection({ status: 'connecting', wallet });
  expect([card().dataset.status, told()]).toEqual(['connecting', 'Connecting']);
  expect(card().querySelector('.pick-title')?.textContent).toBe(wallet.name);
  expect(card().querySelector<HTMLElement>('.card-body')?.style.visibility).toBe('hidden');
});

it('has it invite again once that has ended', () => {
  connect();
  expect(card().querySelector<HTMLElement>('.card-body')?.style.visibility).toBe('hidden');
  store.openLease('evm').lease.publishConnection({ status: 'disconnected' });
  expect([card().dataset.status, told()]).toEqual(['disconnected', 'Disconnected']);
  expect(card().querySelector('.pick-title')?.textContent).toBe('Looking');
  expect(card().querySelector<HTMLElement>('.card-body')?.style.visibility).toBe('');
});

it('says what is so where a translator has wrapped its texts', () => {
  const endTranslation = translateLike(document.body, 'wrap');
  endTranslation();
  connect();
  expect(told()).toBe('Connected');
  store.openLease('evm').lease.publishConnection({ status: 'disconnected' });
  expect(told()).toBe('Disconnected');
});

describe('behind a dialog that was opened early', () => {
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

  it('says which wallets are at hand as the dialog lists them', () => {
    expect(ready()).toEqual(['Looking']);
    list('Harbour');
    expect(ready()).toEqual(['Connect with', 'Harbour']);
    list('Away', 'Harbour', 'Pier', 'Quay');
    expect(ready()).toEqual(['Connect with', 'Harbour', 'Pier']);
  });

  it('says that there is none once all are listed', () => {
    list('Away');
    expect(ready()).toEqual(['Looking']);
    store.publishRemote('evm', { stage: 'listed', release: { remote: 'remote-evm', version: '0.1.0' } });
    expect(ready()).toEqual(['None']);
  });

  it('looks no more once the remote has failed', () => {
    store.publishRemote('evm', {
      ...{ stage: 'failed', step: 'again' },
      failure: failure('loader/unreachable', { remote: 'remote-evm', stage: 'discovery' }),
    });
    expect(ready()).toEqual([]);
  });

  it('says it again after a connection has ended', () => {
    connect();
    list('Harbour');
    expect(card().querySelector<HTMLElement>('.card-body')?.style.visibility).toBe('hidden');
    store.openLease('evm').lease.publishConnection({ status: 'disconnected' });
    expect(ready()).toEqual(['Connect with', 'Harbour']);
  });
});

it('is not heard of any more once it has ended', () => {
  end();
  connect();
  expect(told()).toBe('Disconnected');
});
