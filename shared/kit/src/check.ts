import {
  type AccountId,
  addressOf,
  type Capability,
  capabilities,
  LinkspanError,
  type Network,
  networkOf,
  toAccountId,
} from '@linkspan/contract';
import type { Asked, Connected } from './session.ts';

/** The connected wallet, with the account in use and, if the request needs one, its network. */
export interface InUse<Namespace extends string, Caller, Address extends string = string>
  extends Connected<Namespace, Caller> {
  readonly account: AccountId<Namespace>;
  readonly address: Address;
}

/** What a request needs before anybody is asked. */
export interface Requirements<Address extends string = string> {
  /** The account that it names, as the family's wallets are parsed to, or as CAIP-10. */
  readonly address?: Address | undefined;
  readonly account?: AccountId;
  /** Whether wallet and account can do it. By default what the session says of a kind of the page's request. */
  readonly can?: boolean;
  /** The network that it names: a person looks at the one that the page shows. */
  readonly network?: string | undefined;
}

/**
 * The one check of a request, in the order in which its parts count. Throws `wallet/not-connected`, why the wallet shows no
 * account, `wallet/account-changed`, `wallet/unsupported`, `wallet/network-unsupported`, `wallet/network-changed`.
 */
export function check<Namespace extends string, Caller, Address extends string>(
  asked: Pick<Asked<Namespace, Caller>, 'connected' | 'method' | 'port'>,
  needs: Requirements<Address> & { readonly network: string },
): InUse<Namespace, Caller, Address> & { readonly network: Network<Namespace> };
export function check<Namespace extends string, Caller, Address extends string>(
  asked: Pick<Asked<Namespace, Caller>, 'connected' | 'method' | 'port'>,
  needs?: Requirements<Address>,
): InUse<Namespace, Caller, Address>;
export function check<Namespace extends string, Caller, Address extends string>(
  { connected, method, port }: Pick<Asked<Namespace, Caller>, 'connected' | 'method' | 'port'>,
  { address: given, account: wanted, network: id, ...needs }: Requirements<Address> = {},
) {
  if (connected === undefined) throw new LinkspanError('wallet/not-connected', {});
  connected.assertShown();
  const { wallet, accounts } = connected;
  const [account] = accounts;
  const own = networkOf(account);
  const address = addressOf(account) as Address;
  const named = wanted ?? (given === undefined ? account : toAccountId(own, given));
  if (named !== account) throw new LinkspanError('wallet/account-changed', { account: named });
  const networkWith = (known?: string) => port.networks.find((one) => one.id === known);
  const can = needs.can ?? (!isKind(method) || connected.capabilities.includes(method));
  if (!can && networkWith(own) === undefined) throw new LinkspanError('wallet/network-changed', { wallet });
  if (!can) throw new LinkspanError('wallet/unsupported', { wallet, method });
  const network = networkWith(id);
  if (id !== undefined && network === undefined)
    throw new LinkspanError('wallet/network-unsupported', { wallet, network: id });
  if (id !== undefined && id !== own) throw new LinkspanError('wallet/network-changed', { wallet });
  return { ...connected, account, address, ...(network && { network }) };
}

const isKind = (method: string): method is Capability => capabilities.some((one) => one === method);
