import { describe, expect, it } from 'vitest';
import { noSwitches } from './switches.ts';
import { createMemoryStorage } from './testing/memory-storage.ts';
import { toGranted, toShownAccounts } from './wallet-state.ts';
import { createWalletStore } from './wallet-store.ts';

const choices = { accounts: ['a', 'b'], networks: ['n', 'm'] } as const;
const first = { active: 'a', granted: [], network: 'n', switches: noSwitches };

describe('createWalletStore', () => {
  it('remembers under the name of the wallet', () => {
    const storage = createMemoryStorage();
    createWalletStore('evm', choices, storage).update((state) => toGranted(state, ['b']));
    expect(toShownAccounts(createWalletStore('evm', choices, storage).get())).toEqual(['b']);
    expect(createWalletStore('near', choices, storage).get()).toEqual(first);
    expect(storage.key(0)).toBe('practice-wallet:evm');
  });

  it.each([
    ['what is no JSON', '{'],
    ['another kind of value', '[1]'],
    ['accounts and networks it no longer has', '{"active":"z","granted":["z",1],"network":"z"}'],
    ['switches it no longer has', '{"switches":{"explodes":true}}'],
  ])('starts afresh from %s', (_what, remembered) => {
    const storage = createMemoryStorage();
    storage.setItem('practice-wallet:evm', remembered);
    expect(createWalletStore('evm', choices, storage).get()).toEqual(first);
  });

  it('follows what another tab has changed', () => {
    const storage = createMemoryStorage();
    const here = createWalletStore('evm', choices, storage);
    const heard: string[] = [];
    here.subscribe((before) => heard.push(before.active));
    createWalletStore('evm', choices, storage).update((state) => ({ ...state, active: 'b' }));
    here.refresh();
    expect([...heard, here.get().active]).toEqual(['a', 'b']);
  });
});
