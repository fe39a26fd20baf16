import type * as contract from '@linkspan/contract';
import type { AccountId, Network } from '@linkspan/contract';
import * as kit from '@linkspan/kit/check';
import type * as session from '@linkspan/kit/session';
import type { Chain } from '../chain.ts';
import type { Library } from '../library.ts';
import type { Method, Provider } from '../provider.ts';

export type Reading = contract.Reading<'near'>;

/** A connected wallet, as its requests need it. */
export interface Caller {
  readonly provider: Provider;
  /** The page's own library, for the accounts in use. */
  library(): Library;
  chain(account: AccountId): Chain;
  /** Ends the request to the wallet. */
  readonly signal: AbortSignal;
}

export type Asked = session.Asked<'near', Caller>;

/** The account in use, on the network of the request: the injected protocol names a network in each request. */
export interface InUse extends kit.InUse<'near', Caller> {
  readonly network: Network<'near'>;
}

/**
 * The account in use, which the request names, or nothing. Throws `wallet/not-connected`, `wallet/account-changed`,
 * `wallet/network-changed`, and `wallet/unsupported` for a wallet without the method.
 */
export function checkMethod(asked: Asked, method: Method, signerId?: string): InUse {
  const can = asked.connected?.caller.provider.has(method) === true;
  return kit.check(asked, { can, address: signerId, network: asked.network });
}
