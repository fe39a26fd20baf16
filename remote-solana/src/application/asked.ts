import type * as contract from '@linkspan/contract';
import {
  type AccountId,
  LinkspanError,
  Malformed,
  networkOf,
  type Shape,
  text,
  tryTo,
} from '@linkspan/contract';
import * as kit from '@linkspan/kit/check';
import { mostParams } from '@linkspan/kit/readers';
import type * as session from '@linkspan/kit/session';
import { getBase64Decoder, getBase64Encoder } from '@solana/kit';
import { isAddress } from '../accounts.ts';
import type { Chain } from '../chain.ts';
import type { Library } from '../library.ts';
import { type Feature, type TransactionVersion, toClusterName } from '../provider.ts';
import type { Signer } from '../verify.ts';

type Solana = 'solana';
export type Reading = contract.Reading<Solana>;

/** A connected wallet, as its requests need it. */
export interface Caller {
  readonly library: Library;
  signer(account: AccountId): Signer;
  chain(account: AccountId): Chain;
  /** Whether wallet and account have a feature. */
  can(feature: Feature): boolean;
  /** Whether they take a version of transaction, to sign it or, with `isSent`, to send it. */
  takes(version: TransactionVersion, isSent?: boolean): boolean;
  /** The version of the page's own transactions. */
  version(): TransactionVersion | undefined;
}

export type Asked = session.Asked<Solana, Caller>;
/** The account in use. */
export type InUse = kit.InUse<Solana, Caller>;

/**
 * As the kit's `check`, on a network by either of its names: a wallet has the same account on all of them. Throws
 * `wallet/network-unsupported` for any other than the one in use.
 */
export function checkOn(asked: Asked, name: string, needs: kit.Requirements) {
  const own: InUse = kit.check(asked, needs);
  const network = asked.port.networks.find(({ id }) => id === networkOf(own.account));
  if (network && [network.id, toClusterName(network)].includes(name)) return { ...own, network };
  throw new LinkspanError('wallet/network-unsupported', { wallet: own.wallet, network: name });
}

/** The address that a request names. */
export const account = text('an address', isAddress);

/** Bytes in base64, at least one. */
export const bytes: Shape<Uint8Array> = (value, place) => {
  const given = text('bytes in base64', (one) => /^[A-Za-z\d+/]+={0,2}$/.test(one), mostParams)(value, place);
  const found = given.length % 4 === 0 && tryTo(() => new Uint8Array(getBase64Encoder().encode(given)));
  if (found && found.length > 0) return found;
  throw new Malformed(place, 'bytes in base64');
};

export function toBase64(given: Uint8Array): string {
  return getBase64Decoder().decode(given);
}
