import {
  type AccountId,
  type ApplicationCall,
  addressOf,
  type CallIntent,
  LinkspanError,
  type Network,
  networkOf,
  type Port,
  type SendOptions,
  toAccountId,
} from '@linkspan/contract';
import { toShown } from '@linkspan/kit/application';
import { type FamilyAnswered, type FamilyReading, findNetwork, type ReadCall } from '@linkspan/kit/session';
import type { Method, Provider } from '../provider.ts';

export type Reading = FamilyReading<'near'>;

/** A connected wallet, as the requests of an application need it. */
export interface Caller {
  readonly provider: Provider;
  /** Ends the request to the wallet. */
  readonly signal: AbortSignal;
}

/** One request, with its parameters unparsed. */
export interface Asked extends ApplicationCall<'near'> {
  readonly port: Port<'near'>;
  readonly connected: Parameters<ReadCall<'near', Caller>>[2];
}

/** The account in use, on the network of the request. */
export interface InUse extends Caller {
  readonly wallet: string;
  readonly account: AccountId<'near'>;
  readonly accountId: string;
  readonly network: Network<'near'>;
}

/**
 * The account in use, which the request names, or nothing. Throws `wallet/not-connected`, `wallet/account-changed`,
 * `wallet/network-changed`, and `wallet/unsupported` for a wallet without the method.
 */
export function assertInUse(
  { port, connected, network: id }: Asked,
  method: Method,
  signerId: string | undefined,
): InUse {
  if (connected === undefined) throw new LinkspanError('wallet/not-connected', {});
  const { wallet, accounts, caller } = connected;
  const [account] = accounts;
  const accountId = addressOf(account);
  if (signerId !== undefined && signerId !== accountId)
    throw new LinkspanError('wallet/account-changed', { account: toAccountId(networkOf(account), signerId) });
  const network = findNetwork(port.networks, id, wallet);
  // The injected protocol names a network in each request, and a person looks at the one that the page shows.
  if (networkOf(account) !== id) throw new LinkspanError('wallet/network-changed', { wallet });
  if (!caller.provider.has(method)) throw new LinkspanError('wallet/unsupported', { wallet, method });
  return { ...caller, wallet, account, accountId, network };
}

/** What a person approves, apart from what all requests have in common. */
type Shown = CallIntent extends infer Kind
  ? Kind extends CallIntent
    ? Omit<Kind, 'kind' | 'account' | 'method' | 'isPartial'>
    : never
  : never;

export function toPerson(
  { method }: Asked,
  { account }: InUse,
  shown: Shown,
  answer: (options: SendOptions) => Promise<FamilyAnswered>,
): Reading {
  const intent: CallIntent = { kind: 'call', account, method, ...shown, ...toShown(shown.lines) };
  return { asks: 'person', intent, answer };
}
