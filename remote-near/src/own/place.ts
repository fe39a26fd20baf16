import {
  type AccountId,
  type Accounts,
  addressOf,
  type NetworkId,
  toAccountId,
  type WalletRef,
} from '@linkspan/contract';
import type { Chain } from '../chain.ts';
import { type Library, openLibrary } from '../library.ts';
import type { Provider } from '../provider.ts';

/** Where a connection stands: a network, the wallet in a library for it, and its accounts there. */
export interface Place {
  readonly chain: Chain;
  readonly library: Library;
  readonly accounts: Accounts<'near'>;
}

/** A wallet that is to be taken to a network. */
export interface Traveller {
  readonly wallet: WalletRef;
  readonly provider: Provider;
  readonly names: NearNames;
}

/** The account ids of a NEAR wallet, the one in use first. */
export type NearNames = readonly [string, ...string[]];

/** Opens the library on a network. Asks the wallet nothing. Rejects with `wallet/failed`. */
export async function openPlace({ wallet, provider, names }: Traveller, chain: Chain): Promise<Place> {
  const { network } = chain;
  const library = await openLibrary({ wallet, provider, accounts: names, network });
  return { chain, library, accounts: toAccounts(network.id, names) };
}

/** The same network with these accounts, which the library learns too. */
export function withNames({ chain, library }: Place, names: NearNames): Place {
  library.follow(names);
  return { chain, library, accounts: toAccounts(chain.network.id, names) };
}

/** The accounts in NEAR's own writing. */
export function toNames([first, ...rest]: readonly [AccountId, ...AccountId[]]): NearNames {
  return [addressOf(first), ...rest.map(addressOf)];
}

function toAccounts(network: NetworkId<'near'>, [first, ...rest]: NearNames): Accounts<'near'> {
  return [toAccountId(network, first), ...rest.map((name) => toAccountId(network, name))];
}
