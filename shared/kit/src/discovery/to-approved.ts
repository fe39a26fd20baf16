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
  { id, name, icon, provider }: Announced<unknown>,
  agreed: Agreed<Namespace>,
): Approved<Namespace> {
  const [first, ...rest] = agreed.addresses.map((address) => toAccountId(agreed.network, address));
  if (first === undefined) throw new LinkspanError('wallet/no-accounts', { wallet: name });
  const wallet = { id, name, ...(icon && { icon }) };
  return { attempt: agreed.id, wallet, accounts: [first, ...rest], provider };
}
