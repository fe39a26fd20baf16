import type { Connection } from '@linkspan/contract';
import { createStore } from '@linkspan/store';
import { atom } from 'nanostores';
import { beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../testing/fake-family.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { untilNeeded } from './needed.ts';

let store: ReturnType<typeof createStore>;
let isNeeded: boolean;
const state = { activity: atom<never[]>([]), isOffline: atom(false), isStorageUnavailable: atom(false) };
const release = { remote: 'remote-evm', version: '0.1.0' };
const gone = { code: 'wallet/gone', context: { wallet: 'one' } };

async function open(config: object = fakeConfig): Promise<void> {
  isNeeded = false;
  void untilNeeded({ store, data: { config } } as never, state).then(() => (isNeeded = true));
  await settle();
}

beforeEach(() => {
  store = createStore(fakeConfig.families);
  state.isOffline.set(false);
});

describe('the views are not needed', () => {
  it('while nobody touches the page, and its wallets are listed', async () => {
    await open();
    store.publishRemote('evm', { stage: 'listed', release });
    store.publishWallets('evm', [{ id: 'one', name: 'One', reach: 'installed' }]);
    await settle();
    expect(isNeeded).toBe(false);
  });
});

describe('the views are needed', () => {
  it.each(['pointermove', 'keydown', 'focusin', 'scroll'])('at the first %s', async (sign) => {
    await open();
    document.body.dispatchEvent(new Event(sign, { bubbles: true }));
    await settle();
    expect(isNeeded).toBe(true);
  });

  it.each<[what: string, happen: () => void]>([
    ['a wallet connects', () => publish({ status: 'connecting', wallet: { id: 'one', name: 'One' } })],
    ['a connection has ended by itself', () => publish({ status: 'disconnected', failure: gone })],
    [
      'an attempt has failed',
      () =>
        store.publishAttempt('evm', {
          ...{ state: 'failed', id: '1', wallet: { id: 'one', name: 'One' }, failure: gone },
        }),
    ],
    [
      'a remote has failed',
      () => store.publishRemote('evm', { stage: 'failed', step: 'again', failure: gone }),
    ],
    [
      'another release runs than the newest',
      () => {
        const insteadOf = { version: '0.2.0', code: 'loader/broken' } as const;
        store.publishRemote('evm', { stage: 'listed', release: { ...release, insteadOf } });
      },
    ],
    [
      'a newer release is there',
      () => store.publishReleaseStatus('evm', { state: 'superseded', version: '0.2.0' }),
    ],
    ['the device is offline', () => state.isOffline.set(true)],
  ])('if %s', async (_, happen) => {
    await open();
    happen();
    await settle();
    expect(isNeeded).toBe(true);
  });

  it('at once in development', async () => {
    await open({ ...fakeConfig, development: true });
    expect(isNeeded).toBe(true);
  });
});

function publish(connection: Connection): void {
  store.openLease('evm').lease.publishConnection(connection);
}
