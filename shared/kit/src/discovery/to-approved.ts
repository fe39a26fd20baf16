import {
  type Approved,
  type AttemptId,
  LinkspanError,
  type NetworkId,
  toAccountId,
} from '@linkspan/contract';
import type { Announced } from './announcements.ts';

/** What a wallet has agreed to: its addresses, the one in use first. */
export interface Agreed<Namespace extends string> {
  readonly id: AttemptId;
  readonly network: NetworkId<Namespace>;
  readonly addresses: readonly string[];
}

/** An approved wallet. Throws `wallet/no-accounts`. */
export function toApproved<Namespace extends string>(
  { provider, identity: _, ...wallet }: Announced<unknown>,
  { id, network, addresses }: Agreed<Namespace>,
): Approved<Namespace> {
  const [first, ...rest] = addresses.map((address) => toAccountId(network, address));
  if (first === undefined) throw new LinkspanError('wallet/no-accounts', { wallet: wallet.name });
  return { attempt: id, wallet, accounts: [first, ...rest], provider };
}
