import {
  type DiscoveryPort,
  field,
  LinkspanError,
  type NetworkId,
  type RemotePort,
} from '@linkspan/contract';
import {
  type Announced,
  type Announcements,
  createAnnouncements,
  type KnownWallet,
  toIcon,
  toIdentity,
  toName,
  toWalletErrorLater,
} from '@linkspan/kit/discovery';
import { allowQuietRead, type Method, type Provider } from './provider.ts';

type Wallet = Announced<Provider>;

const here = (...path: readonly string[]) => path.reduce(field, globalThis as unknown) != null;

/** The wallets that the team knows, by the id of each one's manifest, in the order in which they are offered. */
const catalog: readonly KnownWallet[] = [
  { id: 'mynearwallet', name: 'MyNearWallet', reach: 'window' },
  {
    id: 'meteor-wallet',
    name: 'Meteor Wallet',
    reach: 'window',
    isHere: () => here('meteorCom'),
  },
  { id: 'intear-wallet', name: 'Intear Wallet', reach: 'window' },
  {
    id: 'hot-wallet',
    name: 'HOT Wallet',
    reach: 'pairing',
    isHere: () => here('hotExtension'),
  },
  {
    id: 'nightly-wallet',
    name: 'Nightly',
    installUrl: 'https://nightly.app/download',
    isHere: () => here('nightly', 'near'),
  },
];

/** The remote's own part of the configuration, which `accepts` checks when the page is deployed. */
export interface Options {
  readonly practice?: true;
  /** Addresses of wallets' sites in place of their own, such as a test's: they open on every network then. */
  readonly walletSites?: readonly { readonly id: string; readonly url: string }[];
}

/** The address that the configuration gives a wallet's site. */
export function siteOf(options: unknown, walletId: string): string | undefined {
  const { walletSites } = (options ?? {}) as Options;
  return walletSites?.find(({ id }) => id === walletId)?.url;
}

/** The catalog without the wallets that have code of their own, and know none of the page's networks. */
export function toKnown({ options, networks }: DiscoveryPort<'near'>): readonly KnownWallet[] {
  const knowsOne = (reach: 'window' | 'pairing') =>
    networks.some(({ id }) => id === publicNetworks[0] || (reach === 'window' && id === publicNetworks[1]));
  return catalog.filter(({ id, reach }) => !reach || knowsOne(reach) || siteOf(options, id));
}

/** Those that wallets with windows of their own know; wallets that are paired know the first alone. */
export const publicNetworks: readonly string[] = ['near:mainnet', 'near:testnet'];

/**
 * Hears the wallets of a page until the signal aborts, and asks for them again when the page gets the focus. No
 * wallet says that it goes: one that used to answer within the call and no longer does is gone. A wallet's id is its
 * manifest's; every object that claims an id has a row of its own.
 */
export function hearAnnounced(
  page: EventTarget,
  port: DiscoveryPort<'near'>,
  changed: (here: readonly Announced<Provider>[]) => void,
  known: readonly KnownWallet[],
): Announcements<Provider> {
  const here = createAnnouncements(known, changed, port.lastUsed);
  /** The wallet's own object behind each provider. */
  const objects = new WeakMap<Provider, object>();
  /** Who has answered when the page asked last; and while it asks, who answers, and who of them is new. */
  let answered: ReadonlySet<object> = new Set();
  let asking: { readonly answering: Set<object>; readonly added: Wallet[] } | undefined;

  const objectOf = ({ provider }: Wallet) => objects.get(provider) as object;

  function hear(event: Event): void {
    const { detail } = event as CustomEvent<object>;
    const found = parseAnnounced(detail, port);
    if (found === undefined) return;
    asking?.answering.add(detail);
    if ([...here.list(), ...(asking?.added ?? [])].some((one) => objectOf(one) === detail)) return;
    objects.set(found.provider, detail);
    if (asking) asking.added.push(found);
    // An updated extension announces another object: the one before it does not answer.
    else if (here.find(found.id)) ask(found);
    else here.add(found);
  }

  function ask(...added: Wallet[]): void {
    const answering = new Set(added.map(objectOf));
    asking = { answering, added };
    page.dispatchEvent(new Event('near-selector-ready'));
    asking = undefined;
    const isGone = (object: object) => answered.has(object) && !answering.has(object);
    // One that answers with another object each time keeps its id.
    here.replace((wallet) => isGone(objectOf(wallet)), ...added);
    answered = answering;
  }

  page.addEventListener('near-wallet-injected', hear, { signal: port.signal });
  page.addEventListener('focus', () => ask(), { signal: port.signal });
  // An extension that announces nothing may be in the page only by then.
  for (const event of ['load', 'focus'])
    page.addEventListener(event, () => changed(here.list()), { signal: port.signal });
  ask();
  return here;
}

/** What does not have the form of the injected protocol is no wallet. */
function parseAnnounced(detail: unknown, port: RemotePort): Announced<Provider> | undefined {
  const manifest = field(detail, 'manifest');
  const [id, name] = [toName(field(manifest, 'id')), toName(field(manifest, 'name'))];
  if (id === undefined || name === undefined) return undefined;
  const provider = toProvider(detail, name, port);
  return provider && { id, ...toIdentity(id), name, ...toIcon(field(manifest, 'icon')), provider };
}

/** A wallet of the injected protocol as a provider; undefined where it has another form. `name` is for the texts. */
function toProvider(wallet: unknown, name: string, port: RemotePort): Provider | undefined {
  const has = (method: Method) => typeof field(wallet, method) === 'function';
  if (!has('signIn') || !has('getAccounts')) return undefined;
  const features = field(field(wallet, 'manifest'), 'features');
  const provider: Provider = {
    reach: 'installed',
    has,
    refuses: (network) => field(features, toNetworkName(network)) === false,
    async request(method, network, params) {
      if (!has(method)) throw new LinkspanError('wallet/unsupported', { wallet: name, method });
      if (method !== 'getAccounts') allowQuietRead(provider);
      try {
        return await (wallet as Injected)[method]({ ...params, network: toNetworkName(network) });
      } catch (error) {
        const before = method === 'signIn' ? 'attempt' : undefined;
        throw await toWalletErrorLater(error, { wallet: name, method, network, before }, port);
      }
    },
  };
  return provider;
}

type Injected = Readonly<Record<Method, (params: object) => Promise<unknown>>>;

/** The network as the injected protocol names it: `testnet`. */
function toNetworkName(network: NetworkId<'near'>): string {
  return network.slice('near:'.length);
}
