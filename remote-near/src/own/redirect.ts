import {
  type Approved,
  type AttemptId,
  type AttemptOptions,
  field,
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
import { cleanAddress, toOwnPart, toReturnAddress } from './return-address.ts';

/** What is kept while the page is away at a wallet's site. */
interface Away {
  readonly attempt: string;
  readonly network: NetworkId<'near'>;
  readonly wallet: string;
  /** The query and the fragment of the page's own address. */
  readonly own: string;
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
    const away: Away = { attempt, network, wallet: id, own: toOwnPart(window.location.href) };
    storage.set(awayKey, JSON.stringify(away));
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
 * page, as where a link has brought it. Either way it is taken out of the page's address. The account is remembered,
 * since nothing but leaving the page could ask for it again.
 * Rejects with `wallet/rejected`, `wallet/failed`, `wallet/malformed`, `wallet/absent`.
 */
export async function readReturn(
  url: URL,
  id: AttemptId,
  { storage, findSite }: Means,
): Promise<Approved<'near'> | undefined> {
  const away = parseAway(storage.get(awayKey));
  const [attempt, ...others] = url.searchParams.getAll(attemptParameter);
  const isAnswer = away !== undefined && attempt === away.attempt && others.length === 0;
  cleanAddress(isAnswer ? away.own : undefined);
  if (!isAnswer) return undefined;
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
  const [account, ...others] = searchParams.getAll('account_id');
  const refusal = searchParams.get('errorCode');
  if (refusal !== null && refusal !== 'userRejected')
    throw new LinkspanError('wallet/failed', { wallet, detail: searchParams.get('errorMessage') ?? refusal });
  if (refusal !== null || account === undefined) throw new LinkspanError('wallet/rejected', { wallet });
  const accountId = parseAccountId(account);
  if (accountId !== undefined && others.length === 0) return accountId;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'account_id' });
}

function toLoginAddress(site: string, attempt: string): string {
  const template = site.includes('{flow}') ? site : `${site.replace(/\/$/, '')}/{flow}/`;
  const address = new URL(template.replace('{flow}', 'login'));
  const back = toReturnAddress(window.location.href, attempt);
  for (const name of ['success_url', 'failure_url']) address.searchParams.set(name, back);
  return address.href;
}

function accountKey({ id }: WalletRef): string {
  return `redirect-account:${id}`;
}

function siteOf(sites: Site['sites'], network: string): string | undefined {
  return sites[network] ?? sites['*'];
}

/** From storage, which anything on the page's origin can write. */
function parseAway(kept = '{}'): Away | undefined {
  const away = parseJson(kept);
  const [attempt, network, wallet, own] = ['attempt', 'network', 'wallet', 'own'].map((key) =>
    field(away, key),
  );
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  if (![attempt, network, wallet].every(isText) || !/^([?#]|$)/.test(String(own))) return undefined;
  return { attempt, network, wallet, own } as Away;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
