import { type DiscoveryPort, field, LinkspanError, type NetworkId } from '@linkspan/contract';
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
import type { Method, Provider } from './provider.ts';

type Wallet = Announced<Provider>;

/** Of one id, that wait until it is known which of them are here. */
const mostRivals = 20;

/**
 * Hears the wallets of a page until the signal aborts, and asks for them again when the page gets the focus. No
 * wallet says that it goes: one that used to answer within the call and no longer does is gone. A wallet's id is its
 * manifest's.
 */
export function hearAnnounced(
  page: EventTarget,
  { signal, networks, known }: DiscoveryPort<'near'> & { readonly known: readonly KnownWallet[] },
  changed: (here: readonly Announced<Provider>[]) => void,
): Announcements<Provider> {
  const here = createAnnouncements(known, changed);
  /** Who has answered when the page asked last, by object and by id; and while it asks. */
  let prompt: ReadonlySet<unknown> = new Set();
  let answering: Set<unknown> | undefined;
  /** The wallet's own object behind each provider, and the id by which it has announced itself. */
  const claims = new WeakMap<Provider, { readonly object: object; readonly id: string }>();
  const rivals = new Map<string, Wallet[]>();

  const objectOf = ({ provider }: Wallet) => claims.get(provider)?.object;
  const rowsOf = (id: string) => here.list().filter(({ provider }) => claims.get(provider)?.id === id);

  function hear(event: Event): void {
    const { detail } = event as CustomEvent<object>;
    const found = parseAnnounced(detail);
    if (found === undefined) return;
    const { id, provider } = found;
    answering?.add(detail).add(id);
    const isSame = (one: Wallet) => objectOf(one) === detail;
    const waiting = rivals.get(id);
    if (here.list().some(isSame) || waiting?.some(isSame)) return;
    claims.set(provider, { object: detail, id });
    if (waiting !== undefined) void (waiting.length < mostRivals && waiting.push(found));
    else if (rowsOf(id).length === 0) here.add(found);
    else void contest(id, found);
  }

  /** Another one has this id: an updated extension, the same wallet by another object, or an imitator. */
  async function contest(id: string, found: Wallet): Promise<void> {
    rivals.set(id, [found]);
    const { settleRivals } = await import('@linkspan/kit/rivals');
    const hasAnswered = (wallet: Wallet) => prompt.has(objectOf(wallet));
    // Any of the page's networks does: no person is asked.
    const probe = ({ request }: Provider) => request('getAccounts', networks[0].id);
    await settleRivals(id, { here, rivals, signal, rowsOf, ask, hasAnswered, probe });
  }

  function ask(): void {
    const now = new Set<unknown>();
    const has = (who: ReadonlySet<unknown>, wallet: Wallet) =>
      who.has(wallet.id) || who.has(objectOf(wallet));
    answering = now;
    page.dispatchEvent(new Event('near-selector-ready'));
    answering = undefined;
    here.remove((wallet) => has(prompt, wallet) && !has(now, wallet));
    prompt = now;
  }

  page.addEventListener('near-wallet-injected', hear, { signal });
  page.addEventListener('focus', ask, { signal });
  ask();
  return here;
}

/** What does not have the form of the injected protocol is no wallet. */
function parseAnnounced(detail: unknown): Announced<Provider> | undefined {
  const manifest = field(detail, 'manifest');
  const [id, name] = [toName(field(manifest, 'id')), toName(field(manifest, 'name'))];
  if (id === undefined || name === undefined) return undefined;
  const provider = toProvider(detail, name);
  return provider && { id, ...toIdentity(id), name, ...toIcon(field(manifest, 'icon')), provider };
}

/** A wallet of the injected protocol as a provider; undefined where it has another form. `name` is for the texts. */
function toProvider(wallet: unknown, name: string): Provider | undefined {
  const has = (method: Method) => typeof field(wallet, method) === 'function';
  if (!has('signIn') || !has('getAccounts')) return undefined;
  const features = field(field(wallet, 'manifest'), 'features');
  return {
    reach: 'installed',
    has,
    refuses: (network) => field(features, toNetworkName(network)) === false,
    async request(method, network, params) {
      if (!has(method)) throw new LinkspanError('wallet/unsupported', { wallet: name, method });
      try {
        return await (wallet as Injected)[method]({ ...params, network: toNetworkName(network) });
      } catch (error) {
        const before = method === 'signIn' ? 'attempt' : undefined;
        throw await toWalletErrorLater(error, { wallet: name, method, network, before });
      }
    },
  };
}

type Injected = Readonly<Record<Method, (params: object) => Promise<unknown>>>;

/** The network as the injected protocol names it: `testnet`. */
function toNetworkName(network: NetworkId<'near'>): string {
  return network.slice('near:'.length);
}
