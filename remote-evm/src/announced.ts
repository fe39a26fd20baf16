import { type DiscoveryPort, field } from '@linkspan/contract';
import {
  type Announced,
  type Announcements,
  createAnnouncements,
  type KnownWallet,
  toIcon,
  toIdentity,
  toName,
} from '@linkspan/kit/discovery';
import { quietReadMs } from '@linkspan/kit/limits';
import { raceRead } from '@linkspan/kit/race';
import { listen } from '@linkspan/kit/util';
import { type WalletConnectOptions, withWalletConnect } from '@linkspan/kit/walletconnect/offer';
import { isProvider, type Provider } from './provider.ts';
import { siteOf } from './wallets/site-of.ts';

/** The wallets that the team knows, by the rdns that each announces itself by, in the order in which they are offered. */
const catalog: readonly KnownWallet[] = [
  {
    id: 'io.metamask',
    identity: 'io.metamask',
    name: 'MetaMask',
    installUrl: 'https://metamask.io/download',
    openUrl: ({ host, pathname }) => `https://link.metamask.io/dapp/${host}${pathname}`,
    otherIds: ['io.metamask.flask', 'io.metamask.mobile'],
  },
  { id: 'io.rabby', identity: 'io.rabby', name: 'Rabby Wallet', installUrl: 'https://rabby.io' },
];

const coinbase = { id: 'com.coinbase.wallet', identity: 'com.coinbase.wallet', name: 'Coinbase Wallet' };

/** The remote's own part of the configuration, which `accepts` checks when the page is deployed. */
export interface Options extends WalletConnectOptions {
  readonly practice?: true;
  /** Addresses of wallets' sites in place of their own, such as a test's: they open on every network then. */
  readonly walletSites?: readonly { readonly id: string; readonly url: string }[];
}

/**
 * Those that Coinbase's smart wallet knows: Ethereum, Optimism, BNB Chain, Polygon, Base, Arbitrum, Avalanche, Zora, and
 * the Sepolia of Ethereum, Optimism and Base.
 */
const coinbaseNetworks = /^eip155:(1|10|56|137|8453|42161|43114|7777777|11155111|11155420|84532)$/;

/** The wallets that the page may offer though they are not here. */
export function toKnown({ options, networks }: DiscoveryPort<'eip155'>): readonly KnownWallet[] {
  const opens = siteOf(options, coinbase.id) ?? networks.some(({ id }) => coinbaseNetworks.test(id));
  const how = opens
    ? ({ reach: 'window' } as const)
    : { installUrl: 'https://www.coinbase.com/wallet/downloads' };
  return withWalletConnect([...catalog, { ...coinbase, ...how }], options);
}

/**
 * Hears the wallets of a page until the signal aborts, and asks for them again when the page gets the focus; one at
 * `window.ethereum` that announces nothing is looked for, and a Safe that shows the page in a frame.
 * EIP-6963 knows no withdrawal: a wallet is gone when it neither announces itself again nor answers. A wallet's id is
 * its rdns; every object that claims an rdns and answers has a row of its own.
 */
export function hearAnnounced(
  page: EventTarget,
  port: DiscoveryPort<'eip155'>,
  changed: (here: readonly Announced<Provider>[]) => void,
  known: readonly KnownWallet[],
): Announcements<Provider> {
  const { signal } = port;
  const here = createAnnouncements(known, changed, port.lastUsed);
  /** Since the page has asked last. */
  let heard = new WeakSet<Provider>();
  const isListed = (provider: Provider) => here.list().some((one) => one.provider === provider);
  const listening = new WeakMap<Provider, AbortController>();
  /** Those that are asked whether they are still there: some report a disconnect each time. */
  const probed = new Set<Provider>();
  let isAsking = false;
  const place = { page, here, port, list: here.list, add, remove };

  function hear(event: Event): void {
    const found = parseAnnounced((event as CustomEvent<unknown>).detail);
    if (found === undefined) return;
    heard.add(found.provider);
    if (isListed(found.provider)) return;
    const before = here.find(found.id);
    if (before === undefined) add(found);
    else void makeRoom(before.provider).then(() => add(found));
  }

  /** An updated extension announces another object: the one before it does not answer, and its row goes first. */
  async function makeRoom(provider: Provider): Promise<void> {
    const limits = { signal, deadlineMs: quietReadMs };
    await raceRead('', limits, () => probe(provider)).catch(() => remove(provider));
  }

  function add(found: Announced<Provider>): void {
    const { provider } = found;
    if (signal.aborted || isListed(provider) || !here.add(found)) return;
    const idOf = () => here.list().find((one) => one.provider === provider)?.id ?? '';
    const open = new AbortController();
    listening.set(provider, open);
    const accountsChanged = (shown: unknown) =>
      void (Number(field(shown, 'length')) > 0 && port.unlocked(idOf()));
    // One that takes no listeners is asked again when the page gets the focus.
    listen(provider, { disconnect: ask, accountsChanged }, AbortSignal.any([signal, open.signal]));
    look();
  }

  /** Most pages have nothing at `window.ethereum`, and are in no frame: what lists other wallets is loaded if one may be there. */
  function look(): void {
    const parent = field(page, 'parent');
    if (field(page, 'ethereum') || (parent && parent !== page))
      port
        .importCode(['unannounced'], () => import('./wallets/unannounced.ts'))
        .then(({ lookAround }) => lookAround(place))
        .catch(() => undefined);
  }

  function ask(): void {
    if (signal.aborted || isAsking) return;
    heard = new WeakSet();
    isAsking = true;
    page.dispatchEvent(new Event('eip6963:requestProvider'));
    isAsking = false;
    look();
    for (const { provider } of here.list()) if (!heard.has(provider)) void removeIfGone(provider);
  }

  async function removeIfGone(provider: Provider): Promise<void> {
    if (probed.has(provider)) return;
    probed.add(provider);
    try {
      await probe(provider);
    } catch {
      if (!heard.has(provider)) remove(provider);
    } finally {
      probed.delete(provider);
    }
  }

  function remove(provider: Provider): void {
    if (signal.aborted) return;
    listening.get(provider)?.abort();
    here.replace((wallet) => wallet.provider === provider);
  }

  page.addEventListener('eip6963:announceProvider', hear, { signal });
  for (const event of ['focus', 'ethereum#initialized']) page.addEventListener(event, ask, { signal });
  ask();
  return here;
}

/** Any answer shows that the wallet is still there. */
async function probe(provider: Provider): Promise<unknown> {
  return provider.request({ method: 'eth_chainId' });
}

/** What does not have the form of EIP-6963 is no wallet. */
function parseAnnounced(detail: unknown): Announced<Provider> | undefined {
  const info = field(detail, 'info');
  const [id, name] = [toName(field(info, 'rdns')), toName(field(info, 'name'))];
  const provider = field(detail, 'provider');
  if (!id || !name || !toName(field(info, 'uuid')) || !isProvider(provider)) return undefined;
  return { id, ...toIdentity(id), name, ...toIcon(field(info, 'icon')), provider };
}
