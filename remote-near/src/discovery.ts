import {
  type Approved,
  type AttemptOptions,
  type Discover,
  type DiscoveryPort,
  field,
  hasCode,
  LinkspanError,
  type NetworkId,
  type RemotePort,
  type RestoreOptions,
} from '@linkspan/contract';
import {
  type Announced,
  type Announcements,
  createAnnouncements,
  type KnownWallet,
  openDiscovery,
  toApproved,
  toIcon,
  toIdentity,
  toName,
  toWalletErrorLater,
} from '@linkspan/kit/discovery';
import { raceAttempt } from '@linkspan/kit/race';
import { parseAccounts } from './accounts.ts';
import { toKnown } from './catalog.ts';
import { allowQuietRead, type Method, type Provider, readQuietly, watchFocus } from './provider.ts';

type Wallet = Announced<Provider>;
type Port = DiscoveryPort<'near'>;

/** Lists NEAR wallets by the injected protocol, and those that the team knows. */
export const discover: Discover<'near'> = (port) =>
  openDiscovery(port, toKnown(port), {
    listen: listenForWallets,
    attempt,
    restore: readSilently,
    load: async (wallet, options) => {
      const { openLoaded } = await port.importCode(['loaded'], () => import('./loaded.ts'));
      const provider = await openLoaded(wallet, options, port);
      return provider && { provider };
    },
  });

async function attempt(
  wallet: Wallet,
  { id, network, ...options }: AttemptOptions<'near'>,
  port: Port,
): Promise<Approved<'near'>> {
  const { provider, name } = wallet;
  if (provider.refuses(network))
    throw new LinkspanError('wallet/network-unsupported', { wallet: name, network });
  const addresses = await raceAttempt(name, options, {
    ask: () => signIn(wallet, { ...options, network, port }),
    undo: async () => void (await provider.request('signOut', network)),
  });
  provider.order = addresses;
  return toApproved(wallet, { id, network, addresses });
}

async function readSilently(
  wallet: Wallet,
  { id, network }: RestoreOptions<'near'>,
): Promise<Approved<'near'> | undefined> {
  const answer = await readQuietly(wallet.provider, network).catch((cause: unknown) => {
    // Nobody was asked, so that nobody has rejected.
    if (!hasCode(cause, 'wallet/rejected') && !hasCode(cause, 'wallet/closed')) throw cause;
    throw new LinkspanError('wallet/refuses', { wallet: wallet.name }, { cause });
  });
  const addresses = parseAccounts(answer, wallet.name);
  if (addresses.length === 0) return undefined;
  wallet.provider.order = addresses;
  return toApproved(wallet, { id, network, addresses });
}

/** Some wallets answer a sign-in with their accounts, and some with nothing, and show them a moment later. */
async function signIn(
  wallet: Wallet,
  options: Pick<AttemptOptions<'near'>, 'network' | 'deadlineMs' | 'signal'> & { readonly port: Port },
): Promise<readonly string[]> {
  const { network, deadlineMs, signal, port } = options;
  const answer = await wallet.provider.request('signIn', network, undefined, signal);
  if (field(answer, '0')) return parseAccounts(answer, wallet.name);
  if (signal.aborted) return [];
  const { readLate } = await port.importCode(['accounts'], () => import('@linkspan/kit/accounts'));
  const focus = watchFocus();
  // One that opens a window at each read is not read again and again.
  const read = async () =>
    focus.isLost() ? [] : parseAccounts(await wallet.provider.request('getAccounts', network), wallet.name);
  return readLate(read, deadlineMs).finally(focus.stop);
}

/**
 * Hears the wallets of a page until the signal aborts, and asks for them again when the page gets the focus. No
 * wallet says that it goes: one that used to answer within the call and no longer does is gone. A wallet's id is its
 * manifest's; every object that claims an id has a row of its own.
 */
function listenForWallets(
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

  function onAnnounce(event: Event): void {
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

  page.addEventListener('near-wallet-injected', onAnnounce, { signal: port.signal });
  page.addEventListener('focus', () => ask(), { signal: port.signal });
  // An extension that announces nothing may be in the page only by then.
  for (const event of ['load', 'focus'])
    page.addEventListener(event, () => changed(here.list()), { signal: port.signal });
  ask();
  return here;
}

/** Undefined for any form but that of the injected protocol. */
function parseAnnounced(detail: unknown, port: RemotePort): Announced<Provider> | undefined {
  const manifest = field(detail, 'manifest');
  const [id, name] = [toName(field(manifest, 'id')), toName(field(manifest, 'name'))];
  if (id === undefined || name === undefined) return undefined;
  const provider = toProvider(detail, name, port);
  return provider && { id, ...toIdentity(id), name, ...toIcon(field(manifest, 'icon')), provider };
}

/** A wallet of the injected protocol as a provider; undefined for another form. `name` is for the texts. */
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
