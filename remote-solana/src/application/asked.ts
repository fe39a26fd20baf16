import {
  type AccountId,
  type Accounts,
  addressOf,
  type CallIntent,
  LinkspanError,
  Malformed,
  type Network,
  networkOf,
  type Port,
  type SendOptions,
  type Shape,
  text,
  toAccountId,
  tryTo,
} from '@linkspan/contract';
import { mostParams, type Shown, toShown } from '@linkspan/kit/application';
import type { FamilyAnswered, FamilyReading, ReadCall } from '@linkspan/kit/session';
import { getBase64Encoder } from '@solana/kit';
import type { Chain } from '../chain.ts';
import type { Library } from '../library.ts';
import { type Feature, type TransactionVersion, toClusterName } from '../provider.ts';
import type { Signer } from '../sign.ts';

type Solana = 'solana';
export type Reading = FamilyReading<Solana>;

/** A connected wallet, as the requests of an application need it. */
export interface Caller {
  readonly library: Library;
  signer(account: AccountId): Signer;
  chain(account: AccountId): Chain;
  /** Whether wallet and account have a feature. */
  can(feature: Feature): boolean;
  /** Whether they take a version of transaction, to sign it or, with `isSent`, to send it. */
  takes(version: TransactionVersion, isSent?: boolean): boolean;
}

/** One request, with its parameters copied. */
export interface Asked {
  readonly method: string;
  readonly params: unknown;
  /** The cluster that the application is on, as CAIP-2 or as the Wallet Standard names it. */
  readonly network: string;
  readonly port: Port<Solana>;
  readonly connected: Parameters<ReadCall<Solana, Caller>>[2];
}

/** The account in use, which the request names, or nothing. */
export interface InUse {
  readonly wallet: string;
  readonly account: AccountId<Solana>;
  readonly address: string;
  readonly accounts: Accounts<Solana>;
  readonly caller: Caller;
}

export function assertInUse({ connected }: Asked, given?: string): InUse {
  if (connected === undefined) throw new LinkspanError('wallet/not-connected', {});
  const [account] = connected.accounts;
  const address = addressOf(account);
  if (given !== undefined && given !== address)
    throw new LinkspanError('wallet/account-changed', { account: toAccountId(networkOf(account), given) });
  return { ...connected, account, address };
}

/** The wallet's network, by either of its names. Throws `wallet/network-unsupported` for any other. */
export function assertOn({ port }: Asked, { wallet, account }: InUse, name: string): Network<Solana> {
  const found = port.networks.find(({ id }) => id === networkOf(account));
  if (found && [found.id, toClusterName(found)].includes(name)) return found;
  throw new LinkspanError('wallet/network-unsupported', { wallet, network: name });
}

/** Throws `wallet/unsupported` if the wallet cannot do it: nobody is asked then. */
export function assertAble(isAble: boolean, { wallet }: InUse, method: string): void {
  if (!isAble) throw new LinkspanError('wallet/unsupported', { wallet, method });
}

export function toPerson(
  { method }: Asked,
  { account }: InUse,
  shown: Shown,
  answer: (options: SendOptions) => Promise<FamilyAnswered>,
): Reading {
  const intent: CallIntent = { kind: 'call', account, method, ...shown, ...toShown(shown.lines) };
  return { asks: 'person', intent, answer };
}

/** Bytes in base64, at least one. */
export const bytes: Shape<Uint8Array> = (value, place) => {
  const given = text('bytes in base64', (one) => /^[A-Za-z\d+/]+={0,2}$/.test(one), mostParams)(value, place);
  const found = given.length % 4 === 0 && tryTo(() => new Uint8Array(getBase64Encoder().encode(given)));
  if (found && found.length > 0) return found;
  throw new Malformed(place, 'bytes in base64');
};
