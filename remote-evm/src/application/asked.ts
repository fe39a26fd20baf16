import type { Network } from '@linkspan/contract';
import type * as kit from '@linkspan/kit/application';
import type { FamilyReading } from '@linkspan/kit/session';
import type { Address } from 'viem';
import { toSignError } from '../failures.ts';
import type { Library } from '../library.ts';
import { toChainId } from '../provider.ts';
import type { Adapter } from '../wallet.ts';

type Eip155 = 'eip155';
export type Reading = FamilyReading<Eip155>;

/** A connected wallet, as the requests of an application need it. Rejects with the errors of the library. */
export interface Caller {
  /** Asks a person. */
  readonly ask: Library['request'];
  /** Asks the wallet alone, which answers in time. */
  readonly read: Adapter['request'];
  readonly isSafe: boolean;
  /** Whether the wallet may be asked for a method, as far as it is known without asking. */
  grants(method: string): boolean;
}

/** One request, with its parameters copied. */
export type Asked = kit.Asked<Eip155, Caller>;
/** The account in use, with its checksum. */
export type InUse = kit.InUse<Eip155, Caller, Address>;

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
