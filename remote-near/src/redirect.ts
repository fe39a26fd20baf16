import {
  type AttemptOptions,
  LinkspanError,
  type NetworkId,
  type ScopedStorage,
  type WalletRef,
} from '@linkspan/contract';
import { attemptParameter, type RedirectWallet } from './catalog.ts';
import { isNearAccount, type NearWallet } from './provider.ts';

/** What is kept while the page is away at a wallet's site. */
interface Away {
  readonly attempt: string;
  readonly network: NetworkId<'near'>;
  readonly wallet: string;
}

const awayKey = 'redirect-away';

/**
 * Leaves the page for a wallet's site. Settles only where the page is not left after all: `wallet/cancelled`,
 * `wallet/network-unsupported`.
 */
export async function leavePage(
  { id, name, sites }: RedirectWallet,
  { id: attempt, network, signal, onProgress }: AttemptOptions<'near'>,
  storage: ScopedStorage,
): Promise<never> {
  const site = siteOf(sites, network);
  if (site === undefined) throw new LinkspanError('wallet/network-unsupported', { wallet: name, network });
  return new Promise((_, reject) => {
    const cancel = () => {
      if (parseAway(storage.get(awayKey))?.attempt === attempt) storage.remove(awayKey);
      reject(new LinkspanError('wallet/cancelled', { wallet: name }));
    };
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel);
    // The browser's own way back shows this very page again, with no answer in its address.
    window.addEventListener('pageshow', ({ persisted }) => persisted && cancel(), { signal });
    storage.set(awayKey, `${attempt} ${network} ${id}`);
    onProgress({ step: 'leaving' });
    window.location.assign(toLoginAddress(site, attempt));
  });
}

/** The attempt that an address answers, once; undefined where it answers none that this page has made. */
export function takeReturn({ searchParams }: URL, storage: ScopedStorage): Away | undefined {
  const away = parseAway(storage.get(awayKey));
  if (away?.attempt !== searchParams.get(attemptParameter)) return undefined;
  storage.remove(awayKey);
  return away;
}

/** The account in the address that a wallet came back to. Throws what the wallet's site says. */
export function readAccount({ searchParams }: URL, { name: wallet }: WalletRef): string {
  const account = searchParams.get('account_id');
  const refusal = searchParams.get('errorCode');
  if (refusal !== null && refusal !== 'userRejected')
    throw new LinkspanError('wallet/failed', { wallet, detail: searchParams.get('errorMessage') ?? refusal });
  if (refusal !== null || account === null) throw new LinkspanError('wallet/rejected', { wallet });
  if (isNearAccount(account)) return account;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'account_id' });
}

/** Remembers what a wallet's site has granted: nothing but leaving the page could ask it again. */
export function remember(storage: ScopedStorage, { id }: WalletRef, account: string): void {
  storage.set(`redirect-account:${id}`, account);
}

/** A site in the form of every other wallet: it opens the remembered account, and signing out forgets it. */
export function toNearWallet({ sites, ...ref }: RedirectWallet, storage: ScopedStorage): NearWallet {
  const key = `redirect-account:${ref.id}`;
  return {
    ref,
    reach: 'redirect',
    has: () => false,
    refuses: (network) => siteOf(sites, network) === undefined,
    async request(method) {
      if (method === 'signOut') storage.remove(key);
      const accountId = storage.get(key);
      return accountId === undefined ? [] : [{ accountId }];
    },
  };
}

function toLoginAddress(site: string, attempt: string): string {
  const address = new URL(site.includes('{flow}') ? site.replace('{flow}', 'login') : `${site}/login/`);
  const back = new URL(window.location.href);
  back.searchParams.set(attemptParameter, attempt);
  for (const name of ['success_url', 'failure_url']) address.searchParams.set(name, back.href);
  return address.href;
}

function siteOf(sites: RedirectWallet['sites'], network: string): string | undefined {
  return sites[network] ?? sites['*'];
}

/** Neither an attempt nor a network has a space in its id. */
function parseAway(kept = ''): Away | undefined {
  const [, attempt, network, wallet] = /^(\S+) (near:\S+) (.+)$/.exec(kept) ?? [];
  return attempt && network && wallet ? { attempt, network: network as Away['network'], wallet } : undefined;
}
