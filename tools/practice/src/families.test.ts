import { describe, expect, it } from 'vitest';
import { readAddresses } from '../addresses.ts';
import { practiceNetworks } from './families.ts';

const networks = practiceNetworks(readAddresses({}));
const all = [...networks.evm, ...networks.solana, ...networks.near];

describe('the practice networks', () => {
  it('have six ids of the form of CAIP-2 and six addresses', () => {
    for (const { id } of all) expect(id).toMatch(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/);
    expect(new Set(all.map(({ id }) => id)).size).toBe(6);
    expect(new Set(all.map(({ rpcUrl }) => rpcUrl)).size).toBe(6);
  });

  it('say in every family that they are for practice', () => {
    for (const { title } of all) expect(title).toMatch(/^(P|Second p)ractice network$/);
  });

  it('keep the ids by which pages remember them', () => {
    expect(all.map(({ id }) => id)).toEqual([
      'eip155:31337',
      'eip155:31338',
      'solana:DFKdRzY3Pqct8AM6tA8ksFtSX3KoUypJ',
      'solana:E2mJjNkBC5rvwzqE5fLfXBHi61ZWMhrz',
      'near:practice',
      'near:practice-two',
    ]);
  });
});
