import { describe, expect, it } from 'vitest';
import { openWalletStore, type PageStorage, type StateChange, toChanged } from './state.ts';
import { openMemory } from './testing/test-page.ts';

const choices = { accounts: ['a', 'b', 'c'], networks: ['eip155:1', 'eip155:2'], isSecond: false };
const fresh = { active: 'a', granted: [], network: 'eip155:1', locked: false, here: true, faults: [] };
const connected = { ...fresh, granted: ['a', 'b'] };

const openKept = (kept: unknown, isSecond = false) => {
  const text = typeof kept === 'string' ? kept : JSON.stringify(kept);
  return openWalletStore('evm', { ...choices, isSecond }, openMemory({ 'practice-wallet:evm': text }));
};

describe('openWalletStore', () => {
  it('has the first account and network at first, and no second wallet', () => {
    expect(openWalletStore('evm', choices, openMemory()).get()).toEqual(fresh);
    expect(openWalletStore('evm', { ...choices, isSecond: true }, openMemory()).get()).toEqual({
      ...fresh,
      here: false,
    });
  });

  it('remembers its state, apart from other wallets', () => {
    const storage = openMemory();
    const state = {
      ...{ active: 'b', granted: ['b', 'c'], network: 'eip155:2', locked: true, here: false },
      faults: [{ does: 'hang', on: 'any' } as const],
    };
    openWalletStore('evm', choices, storage).set(state);
    expect(openWalletStore('evm', choices, storage).get()).toEqual(state);
    expect(openWalletStore('near', choices, storage).get()).toEqual(fresh);
  });

  it.each([
    '',
    '{',
    'null',
    '7',
    '[]',
    '"a"',
    { active: 7, granted: 'a', network: {}, locked: 'yes', here: 1, faults: [{ does: 'explode' }] },
    { active: 'gone', granted: ['gone'] },
  ])('is as at first if %j is kept', (kept) => {
    expect(openKept(kept).get()).toEqual(fresh);
  });

  it('keeps what is sound beside what is malformed', () => {
    const sound = { locked: true, here: true, network: 'eip155:5' };
    const kept = { ...sound, active: 'gone', granted: ['gone', 'c', 'a'], faults: 'all' };
    expect(openKept(kept, true).get()).toEqual({ ...fresh, ...sound, granted: ['a', 'c'] });
  });

  it('calls its listeners with the state before each change, until they leave', () => {
    const store = openWalletStore('evm', choices, openMemory());
    const heard: unknown[] = [];
    const stop = store.subscribe((before) => heard.push([before, store.get()]));
    store.set(connected);
    stop();
    store.set(fresh);
    expect(heard).toEqual([[fresh, connected]]);
  });

  it('reads again what another tab has kept', () => {
    const storage = openMemory();
    const [one, other] = [openWalletStore('evm', choices, storage), openWalletStore('evm', choices, storage)];
    const heard: unknown[] = [];
    other.subscribe((before) => heard.push(before));
    one.set(connected);
    other.refresh();
    expect([other.get(), heard]).toEqual([connected, [fresh]]);
  });

  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  it.each<[string, PageStorage]>([
    ['there is no storage', refuse],
    ['storage neither reads nor writes', () => ({ getItem: refuse, setItem: refuse })],
  ])('lasts as long as the page if %s', (_, storage) => {
    const store = openWalletStore('evm', choices, storage);
    expect(store.get()).toEqual(fresh);
    store.set(connected);
    expect(store.get()).toEqual(connected);
  });
});

describe('toChanged', () => {
  it.each<[StateChange, object]>([
    [{}, {}],
    [
      { locked: true, here: false, network: 'eip155:9' },
      { locked: true, here: false, network: 'eip155:9' },
    ],
    [{ faults: [{ does: 'silence' }] }, { faults: [{ does: 'silence' }] }],
    [{ account: 'b' }, { active: 'b' }],
    [{ account: 'c' }, { active: 'c', granted: ['a', 'b', 'c'] }],
    [{ removeAccount: true }, { active: 'b', granted: ['b'] }],
    [
      { account: 'c', removeAccount: true },
      { active: 'a', granted: ['a', 'b'] },
    ],
    [{ disconnect: true }, { granted: [] }],
  ])('applies %j', (change, expected) => {
    expect(toChanged(connected, change)).toEqual({ ...connected, ...expected });
  });

  it('permits nothing to a site that is not connected', () => {
    expect(toChanged(fresh, { account: 'c' })).toEqual({ ...fresh, active: 'c' });
    expect(toChanged({ ...fresh, granted: ['a'] }, { removeAccount: true })).toEqual(fresh);
  });
});
