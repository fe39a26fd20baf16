import type * as contract from '@linkspan/contract';
import type { AccountId, Network } from '@linkspan/contract';
import * as kit from '@linkspan/kit/check';
import type * as session from '@linkspan/kit/session';
import type { Address } from 'viem';
import type { Chain } from '../chain.ts';
import { toSignError } from '../failures.ts';
import type { Library } from '../library.ts';
import { toChainId } from '../provider.ts';
import type { Signer } from '../verify.ts';
import type { Adapter } from '../wallet.ts';

type Eip155 = 'eip155';
export type Reading = contract.Reading<Eip155>;

/** A connected wallet, as its requests need it. Rejects with the errors of the library. */
export interface Caller {
  signer(account: AccountId): Signer;
  chain(account: AccountId): Chain;
  /** Asks a person to send the native coin. */
  readonly send: Library['send'];
  /** Asks a person. */
  readonly ask: Library['request'];
  /** Asks the wallet alone, which answers in time. */
  readonly read: Adapter['request'];
  readonly isSafe: boolean;
  /** Whether the wallet may be asked for a method, as far as it is known without asking. */
  grants(method: string): boolean;
}

export type Asked = session.Asked<Eip155, Caller>;
/** The account in use, with its checksum. */
export type InUse = kit.InUse<Eip155, Caller, Address>;

/** As the kit's `check`; the wallet must also grant the method. */
export function checkGranted(
  asked: Asked,
  needs: kit.Requirements<Address> & { readonly network: string },
): InUse & { readonly network: Network<Eip155> };
export function checkGranted(asked: Asked, needs?: kit.Requirements<Address>): InUse;
export function checkGranted(asked: Asked, needs: kit.Requirements<Address> = {}) {
  const can = needs.can !== false && asked.connected?.caller.grants(asked.method) !== false;
  return kit.check<Eip155, Caller, Address>(asked, { ...needs, can });
}

/** Asks a person, on the given chain. Rejects with the code of the wallet's error. */
export async function askPerson(
  { method }: Asked,
  { wallet, caller, account, address: own }: InUse,
  {
    params,
    network,
    before,
  }: {
    readonly params: unknown;
    readonly network?: Network<Eip155> | undefined;
    readonly before?: () => void;
  },
): Promise<unknown> {
  const where = { account: own, chainId: network && toChainId(network.id) };
  // EIP-747 alone has an object.
  return caller
    .ask({ method, params: params as readonly unknown[] }, where, before)
    .catch((error: unknown) => {
      throw toSignError(error, { wallet, method, account, ...(network && { network: network.title }) });
    });
}
