import { field, LinkspanError, toList } from '@linkspan/contract';

/**
 * What the wallet standard of the chain has, as far as it is used here. Replace: the methods, and the forms of accounts
 * and addresses.
 *
 * - `connect` prompts for accounts and answers with them, also if some are granted already and `choose` is set.
 * - `accounts` answers with the granted accounts, the one in use first, and never prompts.
 * - `disconnect` takes the grant back.
 * - `signMessage` and `send` prompt; they name the account, and `send` the network.
 */
export type Method = 'connect' | 'accounts' | 'disconnect' | 'signMessage' | 'send';

/** A wallet of the page. The discovery makes it, and the connector of the same release takes it. */
export interface Provider {
  /** The unparsed answer of the wallet. Rejects with the code of its refusal. */
  request(method: Method, params?: object): Promise<unknown>;
  /** Calls with the accounts, unparsed, when they change, until the signal aborts; false if the wallet reports nothing. */
  onAccounts(listener: (shown: unknown) => void, signal: AbortSignal): boolean;
}

/** The wallet of an approval. Throws `wallet/malformed`. */
export function parseProvider(approved: unknown, wallet: string): Provider {
  const provider = field(approved, 'provider');
  if (typeof field(provider, 'request') === 'function') return provider as Provider;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'provider' });
}

/** The accounts of a wallet's answer, each once and in its canonical form. Throws `wallet/malformed`. */
export function parseAccounts(answer: unknown, wallet: string): readonly string[] {
  const addresses = toList(answer)?.map(parseAddress) ?? [undefined];
  if (addresses.every((address) => address !== undefined)) return [...new Set(addresses)];
  throw new LinkspanError('wallet/malformed', { wallet, place: 'accounts' });
}

/** An address in its canonical form: an Ed25519 key as 64 hexadecimal digits in lower case. */
export function parseAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^[\da-f]{64}$/i.test(value) ? value.toLowerCase() : undefined;
}
