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
import { toWalletError } from '@linkspan/kit/failures';
import { readFields } from '@linkspan/kit/util';
import { parseAccountId } from './accounts.ts';
import { attemptParameter, type Site } from './announced.ts';
import type { Provider } from './provider.ts';

/** What is kept while the page is away at a wallet's site. */
interface Away {
  readonly attempt: string;
  readonly network: NetworkId<'near'>;
  readonly wallet: string;
  /** The query and the fragment of the page's own address. */
  readonly own: string;
}

const awayKey = 'redirect-away';

/** What wallets' sites answer by, in the query or in the fragment of the address that they lead back to. */
const answers = [
  attemptParameter,
  'account_id',
  'accountId',
  'all_keys',
  'public_key',
  'publicKey',
  'errorCode',
  'errorMessage',
  'transactionHashes',
];

const mostKept = 2_000;

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
  const address = toLoginAddress(site, attempt);
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
    window.location.assign(address);
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
 * Rejects with `wallet/rejected`, `wallet/closed`, `wallet/failed`, `wallet/malformed`, `wallet/absent`.
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
  const account = await readAccount(url, site);
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

/** The account in the address that a wallet came back to. Rejects with what the wallet's site says. */
async function readAccount({ searchParams }: URL, { name: wallet }: WalletRef): Promise<string> {
  const [account, ...others] = searchParams.getAll('account_id');
  const code = searchParams.get('errorCode');
  const message = searchParams.get('errorMessage') ?? code;
  if (code !== null) throw toWalletError({ code, message }, { wallet, before: 'attempt' });
  if (account === undefined) throw new LinkspanError('wallet/closed', { wallet });
  const accountId = parseAccountId(account);
  if (accountId !== undefined && others.length === 0) return accountId;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'account_id' });
}

function toLoginAddress(site: string, attempt: string): string {
  const template = site.includes('{flow}') ? site : `${site.replace(/\/$/, '')}/{flow}/`;
  const text = template.replace('{flow}', 'login');
  // An address such as javascript: would run as this page.
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new LinkspanError('config/malformed', {
      place: 'options.redirectWallets',
      expected: 'an http(s) address',
    });
  const address = new URL(text);
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
function parseAway(kept: string | undefined): Away | undefined {
  const [attempt, network, wallet, own] = readFields(kept, ['attempt', 'network', 'wallet', 'own']);
  const isText = (value: unknown) => typeof value === 'string' && value !== '';
  if (![attempt, network, wallet].every(isText) || !/^([?#]|$)/.test(String(own))) return undefined;
  return { attempt, network, wallet, own } as Away;
}

/**
 * The address that a wallet's site leads back to: the page's own with the attempt's id, which is random, and nothing else.
 * So whatever stands in it beside that id, when it comes back with it, is of that site.
 */
function toReturnAddress(page: string, attempt: string): string {
  const { origin, pathname } = new URL(page);
  return `${origin}${pathname}?${new URLSearchParams({ [attemptParameter]: attempt })}`;
}

/**
 * The query and the fragment of the page's address without what looks like an answer, which a link may have brought; to be
 * put back when the page is come back to.
 */
function toOwnPart(page: string): string {
  const address = new URL(page);
  for (const name of answers) if (address.searchParams.has(name)) address.searchParams.delete(name);
  const fragment = new URLSearchParams(address.hash.slice(1));
  if (answers.some((name) => fragment.has(name))) address.hash = '';
  const own = address.search + address.hash;
  return own.length <= mostKept ? own : '';
}

/** Takes a wallet's answer out of the page's address, and puts back what was there before. */
function cleanAddress(own = toOwnPart(window.location.href)): void {
  window.history.replaceState(window.history.state, '', window.location.pathname + own);
}
