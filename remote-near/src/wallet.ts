import {
  type AccountId,
  type Accounts,
  addressOf,
  LinkspanError,
  type NetworkId,
  toAccountId,
  type WalletRef,
} from '@linkspan/contract';
import { knownAccountMs } from '@linkspan/kit/limits';
import { raceRead } from '@linkspan/kit/race';
import type { Chain } from './chain.ts';
import { type Library, openLibrary } from './library.ts';
import type { Provider } from './provider.ts';

/** An approved wallet on one network: in a library for it, and with its accounts there. */
export interface Adapter {
  readonly chain: Chain;
  readonly library: Library;
  readonly accounts: Accounts<'near'>;
}

/** A wallet that is to be opened on a network. */
export interface AdapterOptions {
  readonly wallet: WalletRef;
  readonly provider: Provider;
  readonly names: NearNames;
  /** Aborted with the session. */
  readonly signal: AbortSignal;
}

/** The account ids of a NEAR wallet, the one in use first. */
export type NearNames = readonly [string, ...string[]];

/** Opens the library on a network. Asks the wallet nothing. Rejects with `wallet/failed`. */
export async function openAdapter({ names, ...options }: AdapterOptions, chain: Chain): Promise<Adapter> {
  const { network } = chain;
  const library = await openLibrary({ ...options, accounts: names, network });
  return { chain, library, accounts: toAccounts(network.id, names) };
}

/** The same network with these accounts, which the library learns too. */
export function withNames({ chain, library }: Adapter, names: NearNames): Adapter {
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

/**
 * The accounts without those that the network says it does not have; what a network does not answer in time denies
 * nothing. Rejects with `wallet/no-such-account` if none is left, with `wallet/cancelled`.
 */
export async function withoutUnknown(
  { network, knows }: Pick<Chain, 'network' | 'knows'>,
  names: NearNames,
  { wallet, signal }: { readonly wallet: string; readonly signal: AbortSignal },
): Promise<NearNames> {
  const isDenied = async (name: string) =>
    raceRead(wallet, { signal, deadlineMs: knownAccountMs }, () => knows(name)).then(
      (isKnown) => !isKnown,
      () => false,
    );
  const denied = await Promise.all(names.map(isDenied));
  const [first, ...rest] = names.filter((_, at) => !denied[at]);
  if (signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet });
  if (first !== undefined) return [first, ...rest];
  throw new LinkspanError('wallet/no-such-account', { wallet, account: names[0], network: network.title });
}
