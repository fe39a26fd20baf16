import {
  type AccountId,
  type Accounts,
  addressOf,
  hasCode,
  LinkspanError,
  type NetworkId,
  toAccountId,
  type WalletRef,
} from '@linkspan/contract';
import { knownAccountMs, walletReadMs } from '@linkspan/kit/limits';
import { raceRead } from '@linkspan/kit/race';
import { parseAccounts } from './accounts.ts';
import type { Chain } from './chain.ts';
import { type Library, openLibrary } from './library.ts';
import { type Provider, readQuietly } from './provider.ts';

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
export async function keepKnown(
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

/** The wallet whose accounts are read again, until the signal aborts. */
export interface Watched {
  readonly provider: Provider;
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  readonly signal: AbortSignal;
  network(): NetworkId<'near'>;
}

/** Why a wallet shows no account. */
export type NoAccounts = 'wallet/revoked' | 'wallet/locked' | 'wallet/gone';

const reasons: readonly NoAccounts[] = ['wallet/revoked', 'wallet/locked', 'wallet/gone'];

/**
 * NEAR's wallets tell of no changes. The function that is returned reads their accounts again and reports them, or
 * `none` if the wallet has taken its permission back, is locked or is gone. It rejects as the wallet does for any other
 * reason: then nothing is known to have changed. One read runs at a time.
 */
export function createReader(
  { provider, wallet, signal, network }: Watched,
  report: { some(accounts: NearNames): Promise<void>; none(why: NoAccounts): void },
): () => Promise<void> {
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    try {
      const [first, ...rest] = await raceRead(wallet, { signal, deadlineMs: walletReadMs }, async () =>
        parseAccounts(await readQuietly(provider, network()), wallet),
      );
      if (signal.aborted) return;
      if (first === undefined) report.none('wallet/revoked');
      else await report.some([first, ...rest]);
    } catch (error) {
      const why = reasons.find((code) => hasCode(error, code));
      if (why === undefined) throw error;
      if (!signal.aborted) report.none(why);
    }
  }

  return () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
