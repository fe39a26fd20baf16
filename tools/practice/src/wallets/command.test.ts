import { describe, expect, it } from 'vitest';
import { parseCommand, toCommanded } from './command.ts';
import { parseWalletState } from './wallet-state.ts';

const choices = {
  accounts: [
    { name: 'Harbour', address: '0x1' },
    { name: 'Pier', address: '0x2' },
  ],
  networks: [{ id: 'eip155:1' }, { id: 'eip155:2' }],
};
const state = parseWalletState(
  { granted: ['0x1'] },
  { accounts: ['0x1', '0x2'], networks: ['eip155:1', 'eip155:2'] },
);

describe('parseCommand', () => {
  it.each([
    ['nothing', null],
    ['no wallet', { switches: {} }],
    ['an unknown wallet', { wallet: 'bitcoin' }],
    ['an unknown field', { wallet: 'evm', explode: true }],
    ['an unknown switch', { wallet: 'evm', switches: { explode: true } }],
    ['a network outside of EVM', { wallet: 'near', network: 'near:practice' }],
    ['a disconnect that is none', { wallet: 'evm', disconnect: false }],
    ['an update of no kind', { wallet: 'evm', update: true }],
    ['a setting that a switch does not have', { wallet: 'evm', switches: { icon: 'gold' } }],
  ])('refuses %s', (_what, detail) => {
    expect(() => parseCommand(detail)).toThrow(TypeError);
  });
});

describe('toCommanded', () => {
  it('sets switches, account and network, and leaves the rest', () => {
    const command = parseCommand({
      ...{ wallet: 'evm', switches: { locked: true }, account: 'Pier', network: 'eip155:2' },
    });
    const next = toCommanded(state, command, choices);
    expect(next).toMatchObject({ active: '0x2', granted: ['0x1', '0x2'], network: 'eip155:2' });
    expect(next.switches).toEqual({ ...state.switches, locked: true });
  });

  it('disconnects the site', () => {
    const command = parseCommand({ wallet: 'evm', disconnect: true });
    expect(toCommanded(state, command, choices).granted).toEqual([]);
  });

  it('removes the account in use: the next that the site may see takes its place', () => {
    const both = { ...state, granted: ['0x1', '0x2'] };
    const command = parseCommand({ wallet: 'evm', removeAccount: true });
    expect(toCommanded(both, command, choices)).toMatchObject({ active: '0x2', granted: ['0x2'] });
    expect(toCommanded(state, command, choices)).toMatchObject({ active: '0x1', granted: [] });
  });

  it('leaves the state as it is where something else is to be done', () => {
    const command = parseCommand({ wallet: 'near', tellRubbish: true, update: 'stale' });
    expect(command).toEqual({ wallet: 'near', tellRubbish: true, update: 'stale' });
    expect(toCommanded(state, command, choices)).toEqual(state);
  });

  it('refuses an account or a network that the wallet does not have', () => {
    for (const change of [{ account: 'Buoy' }, { network: 'eip155:3' }]) {
      const command = parseCommand({ wallet: 'evm', ...change });
      expect(() => toCommanded(state, command, choices)).toThrow(TypeError);
    }
  });
});
