import {
  type Approved,
  type AttemptId,
  type AttemptOptions,
  LinkspanError,
  type NetworkId,
  type ScopedStorage,
  type WalletRef,
} from '@linkspan/contract';
import { type Announced, toApproved } from '@linkspan/kit/discovery';
import type { Site } from '../catalog.ts';
import type { Provider } from '../provider.ts';
import { parseAccountId } from './account-id.ts';
import { attemptParameter } from './attempt-parameter.ts';

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
  { id, name, sites }: Site,
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

/** What it takes to understand an address that was come back to. */
interface Means {
  readonly storage: ScopedStorage;
  findSite(id: string): Site | undefined;
}

/**
 * What a wallet's site has answered in an address, once; undefined where the address answers no attempt of this
 * page. The account is remembered, since nothing but leaving the page could ask for it again.
 * Rejects with `wallet/rejected`, `wallet/failed`, `wallet/malformed`, `wallet/absent`.
 */
export async function readReturn(
  url: URL,
  id: AttemptId,
  { storage, findSite }: Means,
): Promise<Approved<'near'> | undefined> {
  const away = parseAway(storage.get(awayKey));
  if (away === undefined || url.searchParams.get(attemptParameter) !== away.attempt) return undefined;
  storage.remove(awayKey);
  const site = findSite(away.wallet);
  if (site === undefined) throw new LinkspanError('wallet/absent', { wallet: away.wallet });
  const account = readAccount(url, site);
  storage.set(accountKey(site), account);
  return toApproved(toWallet(site, storage), { id, network: away.network, addresses: [account] });
}

/** A site in the form of every other wallet: it opens the remembered account, and signing out forgets it. */
export function toWallet({ sites, ...ref }: Site, storage: ScopedStorage): Announced<Provider> {
  const key = accountKey(ref);
  const provider: Provider = {
    reach: 'redirect',
    has: () => false,
    refuses: (network) => siteOf(sites, network) === undefined,
    async request(method) {
      if (method === 'signOut') storage.remove(key);
      const accountId = storage.get(key);
      return accountId === undefined ? [] : [{ accountId }];
    },
  };
  return { ...ref, provider };
}

/** The account in the address that a wallet came back to. Throws what the wallet's site says. */
function readAccount({ searchParams }: URL, { name: wallet }: WalletRef): string {
  const account = searchParams.get('account_id');
  const refusal = searchParams.get('errorCode');
  if (refusal !== null && refusal !== 'userRejected')
    throw new LinkspanError('wallet/failed', { wallet, detail: searchParams.get('errorMessage') ?? refusal });
  if (refusal !== null || account === null) throw new LinkspanError('wallet/rejected', { wallet });
  const accountId = parseAccountId(account);
  if (accountId !== undefined) return accountId;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'account_id' });
}

function toLoginAddress(site: string, attempt: string): string {
  const template = site.includes('{flow}') ? site : `${site.replace(/\/$/, '')}/{flow}/`;
  const address = new URL(template.replace('{flow}', 'login'));
  const back = new URL(window.location.href);
  back.searchParams.set(attemptParameter, attempt);
  for (const name of ['success_url', 'failure_url']) address.searchParams.set(name, back.href);
  return address.href;
}

function accountKey({ id }: WalletRef): string {
  return `redirect-account:${id}`;
}

function siteOf(sites: Site['sites'], network: string): string | undefined {
  return sites[network] ?? sites['*'];
}

/** Neither an attempt nor a network has a space in its id. */
function parseAway(kept = ''): Away | undefined {
  const [, attempt, network, wallet] = /^(\S+) (near:\S+) (.+)$/.exec(kept) ?? [];
  return attempt && network && wallet ? { attempt, network: network as Away['network'], wallet } : undefined;
}
