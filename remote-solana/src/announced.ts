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
import { tryTo } from '@linkspan/kit/util';
import { isProvider, onChange, type Provider } from './provider.ts';

/** What a wallet registers by: a function that the page calls. */
type Callback = (api: { register(...wallets: readonly unknown[]): () => void }) => void;

/** How these wallets' apps open a page: the address of the page, and whose it is. */
const browse =
  (address: string) =>
  ({ href, origin }: URL) =>
    `${address}/${encodeURIComponent(href)}?ref=${encodeURIComponent(origin)}`;

/** The wallets that the team knows, by the name that each registers by, in the order in which they are offered. */
export const catalog: readonly KnownWallet[] = [
  {
    id: 'Phantom',
    name: 'Phantom',
    installUrl: 'https://phantom.com/download',
    openUrl: browse('https://phantom.app/ul/browse'),
  },
  {
    id: 'Solflare',
    name: 'Solflare',
    installUrl: 'https://www.solflare.com/download',
    openUrl: browse('https://solflare.com/ul/v1/browse'),
  },
  {
    id: 'Backpack',
    name: 'Backpack',
    installUrl: 'https://backpack.app/download',
    openUrl: browse('https://backpack.app/ul/v1/browse'),
  },
];

/**
 * Hears the wallets of a page until the signal aborts: each registers, early or late, with the call that it is
 * given, and takes itself out again by what that call answers (Wallet Standard, "Events"). A wallet's id is its name.
 */
export function hearAnnounced(
  page: EventTarget,
  port: DiscoveryPort<'solana'>,
  changed: (here: readonly Announced<Provider>[]) => void,
  known: readonly KnownWallet[],
): Announcements<Provider> {
  const { signal } = port;
  const here = createAnnouncements(known, changed, port.lastUsed);

  function add(found: Announced<Provider>): void {
    if (!here.add(found)) return;
    const { provider } = found;
    const idOf = () => here.list().find((one) => one.provider === provider)?.id ?? '';
    onChange(
      provider,
      signal,
      () => void (Number(field(provider.accounts, 'length')) > 0 && port.unlocked(idOf())),
    );
  }

  function register(...wallets: readonly unknown[]): () => void {
    for (const wallet of signal.aborted ? [] : wallets) {
      const found = parseAnnounced(wallet);
      if (found !== undefined && !here.list().some(({ provider }) => provider === wallet)) add(found);
    }
    return () => {
      if (!signal.aborted) here.replace(({ provider }) => wallets.includes(provider));
    };
  }

  const api = Object.freeze({ register });
  /** One that is no function, or throws, hinders no other. */
  function hear(callbacks: readonly unknown[]): void {
    for (const callback of callbacks) tryTo(() => (callback as Callback)(api));
  }

  const hearOne = ({ detail }: Event & { readonly detail?: unknown }) => hear([detail]);
  page.addEventListener('wallet-standard:register-wallet', hearOne, { signal });
  tryTo(() => hearPushed(page as unknown as PushedTo, hear));
  page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));
  return here;
}

/** Where wallets that are older than the events of the Wallet Standard put their callbacks. */
interface PushedTo {
  readonly navigator: { wallets?: unknown[] };
}

/**
 * Hears the callbacks that are in the page's array, and those that are pushed later. The array is not replaced: other
 * scripts may read it too. Throws if the page has something else there.
 */
function hearPushed({ navigator }: PushedTo, hear: (callbacks: readonly unknown[]) => void): void {
  navigator.wallets ??= [];
  const { wallets } = navigator;
  const { push } = wallets;
  hear(wallets);
  wallets.push = (...callbacks) => {
    hear(callbacks);
    return push.apply(wallets, callbacks);
  };
}

/** What does not have the form of the Wallet Standard is no wallet. */
function parseAnnounced(provider: unknown): Announced<Provider> | undefined {
  if (!isProvider(provider)) return undefined;
  const name = toName(provider.name);
  return name === undefined
    ? undefined
    : { id: name, ...identityOf(provider), name, ...toIcon(provider.icon), provider };
}

/** What wallets say they are elsewhere, by the feature of their own by which they make themselves known here. */
const byFeature = [
  ['phantom:', 'app.phantom'],
  ['backpack:', 'app.backpack'],
] as const;

/**
 * What a wallet declares to be across families: the `id` that some register with, where it is a reverse domain name,
 * else by a feature of its own. The Wallet Standard has no field for it, and a name is none.
 */
function identityOf(wallet: Provider): { readonly identity?: string } {
  const own = byFeature.find(([feature]) => field(wallet.features, feature) !== undefined);
  return toIdentity(field(wallet, 'id') ?? own?.[1]);
}
