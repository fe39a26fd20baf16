import { evmAccounts, nearAccounts, type PracticeName, solanaAccounts } from '@linkspan/practice/accounts';
import { practiceNetworks } from '@linkspan/practice/networks';
import { addresses } from '../place/stack.ts';

const networks = practiceNetworks(addresses);

/** A chain family as a person and a chain know it. */
export interface Family {
  readonly id: 'evm' | 'solana' | 'near';
  readonly title: 'Ethereum' | 'Solana' | 'NEAR';
  readonly remote: string;
  /** The remote's own origin. */
  readonly origin: string;
  /** By the practice accounts' names, in the chain's own writing. */
  readonly accounts: Readonly<Record<PracticeName, string>>;
  readonly networks: (typeof networks)['evm'];
}

export const evm: Family = {
  id: 'evm',
  title: 'Ethereum',
  remote: 'remote-evm',
  origin: addresses.evm.url,
  accounts: byName(evmAccounts.map(({ name, address }) => [name, address])),
  networks: networks.evm,
};

export const solana: Family = {
  id: 'solana',
  title: 'Solana',
  remote: 'remote-solana',
  origin: addresses.solana.url,
  accounts: byName(solanaAccounts.map(({ name, address }) => [name, address])),
  networks: networks.solana,
};

export const near: Family = {
  id: 'near',
  title: 'NEAR',
  remote: 'remote-near',
  origin: addresses.near.url,
  accounts: byName(nearAccounts.map(({ name, accountId }) => [name, accountId])),
  networks: networks.near,
};

/** In their order on the page. */
export const families = [evm, solana, near] as const;

function byName(entries: readonly (readonly [PracticeName, string])[]) {
  return Object.fromEntries(entries) as Record<PracticeName, string>;
}
