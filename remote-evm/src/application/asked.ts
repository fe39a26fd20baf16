import {
  type AccountId,
  type Accounts,
  addressOf,
  type CallIntent,
  LinkspanError,
  type Network,
  type NetworkId,
  networkOf,
  type Port,
  type SendOptions,
  toAccountId,
} from '@linkspan/contract';
import { type Shown, toShown } from '@linkspan/kit/application';
import { type FamilyAnswered, type FamilyReading, findNetwork, type ReadCall } from '@linkspan/kit/session';
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
export interface Asked {
  readonly method: string;
  readonly params: unknown;
  /** The network that the application is on. */
  readonly network: NetworkId<Eip155>;
  readonly port: Port<Eip155>;
  readonly connected: Parameters<ReadCall<Eip155, Caller>>[2];
}

export function assertConnected({ connected }: Asked) {
  if (connected === undefined) throw new LinkspanError('wallet/not-connected', {});
  return connected;
}

/** The account in use, which the request names, or nothing. */
export interface InUse {
  readonly wallet: string;
  readonly account: AccountId<Eip155>;
  readonly address: Address;
  readonly accounts: Accounts<Eip155>;
  readonly caller: Caller;
}

export function assertInUse(asked: Asked, given?: Address): InUse {
  const connected = assertConnected(asked);
  const [account] = connected.accounts;
  const own = addressOf(account) as Address;
  if (given !== undefined && given.toLowerCase() !== own.toLowerCase())
    throw new LinkspanError('wallet/account-changed', { account: toAccountId(networkOf(account), given) });
  return { ...connected, account, address: own };
}

/** The network of a request: one of the page, which the wallet is on. MetaMask refuses any other, too. */
export function assertOn({ port }: Asked, { wallet, account }: InUse, id: NetworkId): Network<Eip155> {
  const network = findNetwork(port.networks, id, wallet);
  if (networkOf(account) !== id) throw new LinkspanError('wallet/network-changed', { wallet });
  return network;
}

export function toPerson(
  { method }: Asked,
  { account }: InUse,
  shown: Shown,
  answer: (options: SendOptions) => Promise<FamilyAnswered>,
): Reading {
  const intent: CallIntent = { kind: 'call', account, method, ...shown, ...toShown(shown.lines) };
  return { asks: 'person', intent, answer };
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
