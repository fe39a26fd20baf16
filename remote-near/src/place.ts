import { type AccountId, type Accounts, addressOf, type NetworkId, toAccountId } from '@linkspan/contract';
import type { Chain } from './chain.ts';
import { type Selected, selectWallet } from './library.ts';
import type { NearWallet } from './provider.ts';

/** Where a connection stands: a network, the wallet as selected for it, and its accounts there. */
export interface Place {
  readonly chain: Chain;
  readonly selected: Selected;
  readonly accounts: Accounts<'near'>;
}

/** The account ids of a NEAR wallet, the one in use first. */
export type NearNames = readonly [string, ...string[]];

/** Selects a wallet for a network. Asks it nothing. Rejects with `wallet/failed`. */
export async function openPlace(wallet: NearWallet, chain: Chain, names: NearNames): Promise<Place> {
  const selected = await selectWallet(wallet, names, chain.network);
  return { chain, selected, accounts: toAccounts(chain.network.id, names) };
}

/** The same network with these accounts, which the selector learns too. */
export function withNames({ chain, selected }: Place, names: NearNames): Place {
  selected.open(names);
  return { chain, selected, accounts: toAccounts(chain.network.id, names) };
}

/** The accounts in NEAR's own writing. */
export function toNames([first, ...rest]: readonly [AccountId, ...AccountId[]]): NearNames {
  return [addressOf(first), ...rest.map(addressOf)];
}

function toAccounts(network: NetworkId<'near'>, [first, ...rest]: NearNames): Accounts<'near'> {
  return [toAccountId(network, first), ...rest.map((name) => toAccountId(network, name))];
}
