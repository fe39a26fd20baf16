import {
  type AccountId,
  LinkspanError,
  Malformed,
  type Network,
  networkOf,
  type Shape,
  text,
  tryTo,
} from '@linkspan/contract';
import * as kit from '@linkspan/kit/application';
import type { FamilyReading } from '@linkspan/kit/session';
import { getBase64Decoder, getBase64Encoder } from '@solana/kit';
import { isAddress } from '../accounts.ts';
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
export type Asked = kit.Asked<Solana, Caller>;
/** The account in use. */
export type InUse = kit.InUse<Solana, Caller>;

/** The wallet's network, by either of its names. Throws `wallet/network-unsupported` for any other. */
export function assertOn({ port }: Asked, { wallet, account }: InUse, name: string): Network<Solana> {
  const found = port.networks.find(({ id }) => id === networkOf(account));
  if (found && [found.id, toClusterName(found)].includes(name)) return found;
  throw new LinkspanError('wallet/network-unsupported', { wallet, network: name });
}

/** The address that a request names. */
export const account = text('an address', isAddress);

/** Bytes in base64, at least one. */
export const bytes: Shape<Uint8Array> = (value, place) => {
  const given = text(
    'bytes in base64',
    (one) => /^[A-Za-z\d+/]+={0,2}$/.test(one),
    kit.mostParams,
  )(value, place);
  const found = given.length % 4 === 0 && tryTo(() => new Uint8Array(getBase64Encoder().encode(given)));
  if (found && found.length > 0) return found;
  throw new Malformed(place, 'bytes in base64');
};

export function toBase64(given: Uint8Array): string {
  return getBase64Decoder().decode(given);
}
