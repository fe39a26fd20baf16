import {
  type AttemptOptions,
  LinkspanError,
  type NetworkId,
  record,
  type ScopedStorage,
  type Shape,
  text,
  type WalletRef,
} from '@linkspan/contract';
import type { RedirectWallet } from './catalog.ts';
import { isNearAccount, type NearWallet } from './provider.ts';

/** What is kept while the page is away at a wallet's site. */
export interface Away {
  readonly attempt: string;
  readonly wallet: string;
  readonly network: NetworkId<'near'>;
}

/** The parameter by which an address that was come back to names the attempt it answers. */
const attemptParameter = 'near_attempt';
const answerParameters = [attemptParameter, 'account_id', 'public_key', 'all_keys', 'errorCode', 'errorMessage'];
const awayKey = 'redirect-away';

/** Leaves the page for a wallet's site. Settles only if the page is not left after all: `wallet/cancelled`. */
export function leavePage(
  wallet: RedirectWallet,
  options: Pick<AttemptOptions<'near'>, 'id' | 'network' | 'signal' | 'onProgress'>,
  storage: ScopedStorage,
): Promise<never> {
  const { id, network, signal } = options;
  const refusal = { wallet: wallet.name, network };
  const site = siteOf(wallet, network);
  if (site === undefined) throw new LinkspanError('wallet/network-unsupported', refusal);
  if (signal.aborted) throw new LinkspanError('wallet/cancelled', { wallet: wallet.name });
  storage.set(awayKey, JSON.stringify({ attempt: id, wallet: wallet.id, network } satisfies Away));
  options.onProgress({ step: 'leaving' });
  window.location.assign(toLoginAddress(site, window.location.href, id));
  return new Promise((_, reject) => {
    const ended = new AbortController();
    const cancel = () => {
      ended.abort();
      storage.remove(awayKey);
      reject(new LinkspanError('wallet/cancelled', { wallet: wallet.name }));
    };
    signal.addEventListener('abort', cancel, { once: true });
    // The browser's own way back shows this very page again, with no answer in its address.
    window.addEventListener('pageshow', ({ persisted }) => persisted && cancel(), { signal: ended.signal });
  });
}

/** The attempt that an address answers, once; undefined where it answers none that this page has made. */
export function takeReturn(url: URL, storage: ScopedStorage): Away | undefined {
  const away = parseAway(storage.get(awayKey));
  if (away === undefined || url.searchParams.get(attemptParameter) !== away.attempt) return undefined;
  storage.remove(awayKey);
  return away;
}

/** The account in the address that a wallet came back to. Rejects as the wallet's site says. */
export function readAccount({ searchParams }: URL, wallet: WalletRef): string {
  const account = searchParams.get('account_id');
  const refusal = searchParams.get('errorCode');
  const detail = searchParams.get('errorMessage') ?? refusal ?? '';
  if (refusal !== null && refusal !== 'userRejected')
    throw new LinkspanError('wallet/failed', { wallet: wallet.name, detail });
  if (refusal !== null || account === null) throw new LinkspanError('wallet/rejected', { wallet: wallet.name });
  if (isNearAccount(account)) return account;
  throw new LinkspanError('wallet/malformed', { wallet: wallet.name, place: 'account_id' });
}

/** Remembers what a wallet's site has granted, since nothing but leaving the page could ask it again. */
export function remember(storage: ScopedStorage, wallet: WalletRef, account: string): void {
  storage.set(accountKey(wallet), account);
}

/** A redirect wallet in the form of every other: its accounts are the remembered one, its sign-out forgets it. */
export function toNearWallet(wallet: RedirectWallet, storage: ScopedStorage): NearWallet {
  const { sites: _, ...ref } = wallet;
  return {
    ref,
    reach: 'redirect',
    capabilities: [],
    refuses: (network) => siteOf(wallet, network) === undefined,
    async request(method) {
      const accountId = storage.get(accountKey(wallet));
      if (method === 'getAccounts') return accountId === undefined ? [] : [{ accountId }];
      if (method === 'signOut') return storage.remove(accountKey(wallet));
      throw new LinkspanError('wallet/unsupported', { wallet: wallet.name, method });
    },
  };
}

function toLoginAddress(site: string, page: string, attempt: string): string {
  const address = new URL(site.includes('{flow}') ? site.replace('{flow}', 'login') : `${site}/login/`);
  const back = new URL(page);
  for (const name of answerParameters) back.searchParams.delete(name);
  back.searchParams.set(attemptParameter, attempt);
  address.searchParams.set('success_url', back.href);
  address.searchParams.set('failure_url', back.href);
  return address.href;
}

function siteOf({ sites }: RedirectWallet, network: string): string | undefined {
  return sites[network] ?? sites['*'];
}

function accountKey({ id }: WalletRef): string {
  return `redirect-account:${id}`;
}

const away = record({
  attempt: text(),
  wallet: text(),
  network: text('a NEAR network', (id) => id.startsWith('near:')) as Shape<Away['network']>,
});

/** What an older or foreign page has left behind counts for nothing. */
function parseAway(kept: string | undefined): Away | undefined {
  try {
    return away(JSON.parse(kept ?? 'null'), '');
  } catch {
    return undefined;
  }
}
