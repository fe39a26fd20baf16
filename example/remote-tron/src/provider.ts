import { field, LinkspanError, type NetworkId } from '@linkspan/contract';

/**
 * The requests of TIP-1193: `eth_requestAccounts` is TIP-1102 and prompts, `eth_chainId` is the network that the wallet has
 * chosen, `wallet_switchEthereumChain` is TIP-3326. No TIP takes a permission back: `wallet_revokePermissions` is
 * MetaMask's, and TronLink does not know it.
 */
export type Method =
  | 'eth_requestAccounts'
  | 'eth_chainId'
  | 'wallet_switchEthereumChain'
  | 'wallet_revokePermissions';

/** A Tron wallet. The discovery makes it, and the connector of the same release takes it. */
export interface Provider {
  /** The unparsed answer of the wallet. Rejects with the code of its refusal. */
  request(method: Method, params?: readonly object[]): Promise<unknown>;
  /**
   * Signs a transaction or a text by the wallet's `tronWeb.trx`: TIP-1193 has the property `tronWeb`, the library of that
   * name has the methods. The answer is unparsed.
   */
  sign(method: 'sign' | 'signMessageV2', given: unknown): Promise<unknown>;
  /** The unparsed address that the wallet shows without a prompt: `defaultAddress` of its `tronWeb`. */
  shown(): unknown;
  /** Calls when the wallet reports another account or network, until the signal aborts; false if it reports nothing. */
  onChange(listener: () => void, signal: AbortSignal): boolean;
}

/** The wallet of an approval. Throws `wallet/malformed`. */
export function parseProvider(approved: unknown, wallet: string): Provider {
  const provider = field(approved, 'provider');
  if (typeof field(provider, 'request') === 'function') return provider as Provider;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'provider' });
}

/** The form of an address. The discovery does without the checksum, for which `address.ts` loads a hash. */
export const addressForm = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** The address that a wallet shows; undefined if it shows none. Throws `wallet/malformed`. */
export function parseShown(shown: unknown, wallet: string): string | undefined {
  if (shown === undefined || shown === false || shown === '') return undefined;
  if (typeof shown === 'string' && addressForm.test(shown)) return shown;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'accounts' });
}

/** The network of `eth_chainId`. Throws `wallet/malformed`. */
export function parseNetworkId(answer: unknown, wallet: string): NetworkId<'tron'> {
  if (typeof answer === 'string' && /^0x[\da-f]{8}$/i.test(answer)) return `tron:${answer.toLowerCase()}`;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'chainId' });
}

/** The call that asks a wallet for another network. */
export function toSwitch(network: NetworkId<'tron'>) {
  return ['wallet_switchEthereumChain', [{ chainId: network.slice('tron:'.length) }]] as const;
}
