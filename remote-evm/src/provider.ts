import { field, LinkspanError, type NetworkId } from '@linkspan/contract';
import type { Handed } from '@linkspan/kit/session';
import type { Proof } from '@linkspan/kit/wallet-storage';

/** A wallet's object: a provider as EIP-1193 has it. Nothing that it says of itself is trusted. */
export interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (fact: unknown) => void): unknown;
  removeListener?(event: string, listener: (fact: unknown) => void): unknown;
}

/** What this remote itself knows of a wallet whose code is part of it. */
export interface Own {
  /** A send is executed once the owners of the account have confirmed it: it answers with its hash in their Safe. */
  readonly isSafe?: true;
  /** Which accounts a signature has proved, of a wallet whose accounts only a pairing has named. */
  readonly proof?: Proof;
  /** See `Connection.appUrl`. */
  readonly appUrl?: () => string | undefined;
  /** Whether it has approved a method; missing if only the wallet knows. */
  readonly grants?: (method: string) => boolean;
}

/** The permission of MIP-2 and EIP-2255 that a connection rests on. */
export const accountsPermission = [{ eth_accounts: {} }];

/** The wallet of an approval, from the discovery of the same release. Throws `wallet/malformed`. */
export function parseHanded(value: unknown, wallet: string): Handed<Provider, Own> {
  const [provider, own] = [field(value, 'provider'), field(value, 'own')];
  if (isProvider(provider)) return { provider, own: own as Own | undefined };
  throw new LinkspanError('wallet/malformed', { wallet, place: 'provider' });
}

/** Whether a value can be asked as EIP-1193 has it. Some wallets are functions. Cannot throw. */
export function isProvider(value: unknown): value is Provider {
  return typeof field(value, 'request') === 'function';
}

/** The chain id as EIP-155 counts it: 1 of `eip155:1`. */
export function toChainId(network: NetworkId<'eip155'>): number {
  return Number(network.slice('eip155:'.length));
}
