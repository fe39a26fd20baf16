import { type AccountId, field, LinkspanError, type NetworkId } from '@linkspan/contract';
import type { Handed } from '@linkspan/kit/session';
import type { Proof } from '@linkspan/kit/wallet-storage';

/** The methods of a NEAR wallet that Linkspan uses, by the names of the injected protocol. */
export type Method =
  | 'signIn'
  | 'getAccounts'
  | 'signOut'
  | 'signMessage'
  | 'signAndSendTransaction'
  | 'signAndSendTransactions';

/** A NEAR wallet, however it is reached: an object of this remote's own, which asks the wallet's. */
export interface Provider {
  /** How it is reached. The account that a `window` or a `pairing` has named is proved by nothing. */
  readonly reach: 'installed' | 'window' | 'pairing';
  has(method: Method): boolean;
  /** The wallet's protocol has no arguments of a call but JSON. */
  readonly hasJsonAlone?: true;
  /** Whether the wallet says of itself that it does not know the network. */
  refuses(network: NetworkId<'near'>): boolean;
  /**
   * Calls a method on a network. Rejects with the code of what the wallet answered; the answer is unparsed. A wallet
   * that is loaded gives up once the signal has aborted, and rejects with `wallet/cancelled`.
   */
  request(
    method: Method,
    network: NetworkId<'near'>,
    params?: object,
    signal?: AbortSignal,
  ): Promise<unknown>;
  /** Which accounts a signature has proved, of those that a window or a pairing has named. */
  readonly proof?: Proof<AccountId>;
  /** The accounts as the discovery has read them last, in the wallet's order: the page may have put another one first. */
  order?: readonly string[];
  /** Loads what a press needs at once, if the wallet's code is loaded on demand. */
  prepare?(network: NetworkId<'near'>): Promise<unknown>;
}

/** The wallet of an approval, from the discovery of the same release. Throws `wallet/malformed`. */
export function parseHanded(value: unknown, wallet: string): Pick<Handed<Provider>, 'provider'> {
  const provider = field(value, 'provider');
  if (typeof field(provider, 'request') === 'function') return { provider: provider as Provider };
  throw new LinkspanError('wallet/malformed', { wallet, place: 'provider' });
}

/** The last time that a wallet was asked for its accounts without a press. */
interface QuietRead {
  readonly network: NetworkId<'near'>;
  readonly answer: Promise<unknown>;
  /** Whether it has shown accounts, and the page kept the focus: then it has opened no window. */
  mayBeRepeated: boolean;
}

const quietReads = new WeakMap<Provider, QuietRead>();

/**
 * The answer of `getAccounts`, without a press. Some wallets open a window for it, which gives the page the focus back
 * when it closes. So the last answer stands while it is awaited, and also later if it held no account, if it was an
 * error or if the page lost the focus meanwhile: until `allowQuietRead`. A wallet that is loaded opens none.
 */
export function readQuietly(provider: Provider, network: NetworkId<'near'>): Promise<unknown> {
  if (provider.prepare !== undefined) return provider.request('getAccounts', network);
  const last = quietReads.get(provider);
  if (last?.network === network && !last.mayBeRepeated) return last.answer;
  const focus = watchFocus();
  const answer = provider.request('getAccounts', network);
  const read: QuietRead = { network, answer, mayBeRepeated: false };
  quietReads.set(provider, read);
  const settle = (accounts?: unknown) => {
    focus.stop();
    read.mayBeRepeated = Boolean(field(field(accounts, '0'), 'accountId')) && !focus.isLost();
  };
  answer.then(settle, () => settle());
  return answer;
}

/** Tells whether the page has lost the focus since: a window of a wallet takes it. */
export function watchFocus() {
  const [lost, stopped] = [new AbortController(), new AbortController()];
  window.addEventListener('blur', () => lost.abort(), { signal: stopped.signal });
  return { isLost: () => lost.signal.aborted, stop: () => stopped.abort() };
}

/** The person has pressed something that the wallet is asked for: it may be read again. */
export function allowQuietRead(provider: Provider): void {
  quietReads.delete(provider);
}
