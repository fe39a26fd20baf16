import type { Network } from '@linkspan/contract';
import * as kit from '@linkspan/kit/application';
import type { FamilyReading } from '@linkspan/kit/session';
import type { Method, Provider } from '../provider.ts';

export type Reading = FamilyReading<'near'>;

/** A connected wallet, as the requests of an application need it. */
export interface Caller {
  readonly provider: Provider;
  /** Ends the request to the wallet. */
  readonly signal: AbortSignal;
}

/** One request, with its parameters unparsed. */
export type Asked = kit.Asked<'near', Caller>;

/** The account in use, on the network of the request: the injected protocol names a network in each request. */
export interface InUse extends kit.InUse<'near', Caller> {
  readonly network: Network<'near'>;
}

/**
 * The account in use, which the request names, or nothing. Throws `wallet/not-connected`, `wallet/account-changed`,
 * `wallet/network-changed`, and `wallet/unsupported` for a wallet without the method.
 */
export function assertInUse(asked: Asked, method: Method, signerId?: string): InUse {
  const own = kit.assertInUse(asked, signerId);
  const network = kit.assertOn(asked, own, asked.network);
  kit.assertAble(own.caller.provider.has(method), own, method);
  return { ...own, network };
}
