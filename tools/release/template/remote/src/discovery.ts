import {
  type Approved,
  type AttemptOptions,
  type Discover,
  type DiscoveryPort,
  field,
  type RestoreOptions,
  toList,
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
import { listen } from '@linkspan/kit/util';
import { type Method, type Provider, parseAccounts } from './provider.ts';

type Wallet = Announced<Provider>;
type Port = DiscoveryPort<'__NAMESPACE__'>;

/** Wallets that the page offers though they are not installed, each with the page to install it from. */
const known: readonly KnownWallet[] = [];

/**
 * Lists the wallets of the page, and asks them. Replace: the events by which wallets announce themselves, the form of an
 * announcement, and the parameters of `connect`.
 */
export const discover: Discover<'__NAMESPACE__'> = (port) =>
  openDiscovery(port, known, { listen: listenForWallets, attempt, restore });

async function attempt(
  wallet: Wallet,
  { id, network, isChoice, ...options }: AttemptOptions<'__NAMESPACE__'>,
): Promise<Approved<'__NAMESPACE__'>> {
  const { provider, name } = wallet;
  const addresses = await raceAttempt(name, options, {
    ask: async () => parseAccounts(await provider.request('connect', { choose: isChoice === true }), name),
    undo: async () => void (await provider.request('disconnect')),
  });
  return toApproved(wallet, { id, network, addresses });
}

async function restore(
  wallet: Wallet,
  { id, network }: RestoreOptions<'__NAMESPACE__'>,
): Promise<Approved<'__NAMESPACE__'> | undefined> {
  const addresses = parseAccounts(await wallet.provider.request('accounts'), wallet.name);
  return addresses.length === 0 ? undefined : toApproved(wallet, { id, network, addresses });
}

/** Hears the wallets of a page until the signal aborts, and asks for those that announced themselves before. */
function listenForWallets(
  page: EventTarget,
  port: Port,
  changed: (here: readonly Wallet[]) => void,
): Announcements<Provider> {
  const { signal } = port;
  const here = createAnnouncements(known, changed, port.lastUsed);
  const heard = new WeakSet<object>();

  function onAnnounce({ detail }: CustomEventInit<unknown>): void {
    const wallet = field(detail, 'provider');
    const found = parseAnnounced(detail, port);
    if (found === undefined || heard.has(wallet as object) || !here.add(found)) return;
    heard.add(wallet as object);
    const { provider } = found;
    const idOf = () => here.list().find((one) => one.provider === provider)?.id ?? '';
    // One that was locked is read again.
    provider.onAccounts((shown) => void (toList(shown)?.length && port.unlocked(idOf())), signal);
  }

  page.addEventListener('__FAMILY__:announce', onAnnounce as EventListener, { signal });
  page.dispatchEvent(new Event('__FAMILY__:request'));
  return here;
}

/** The wallet of an announcement, with its claims cut to size; undefined for any other form. */
function parseAnnounced(detail: unknown, port: Port): Wallet | undefined {
  const [info, wallet] = [field(detail, 'info'), field(detail, 'provider')];
  const [id, name] = [toName(field(info, 'id')), toName(field(info, 'name'))];
  if (id === undefined || name === undefined || typeof field(wallet, 'request') !== 'function')
    return undefined;
  return {
    ...{ id, name, ...toIdentity(id), ...toIcon(field(info, 'icon')) },
    provider: toProvider(wallet as Injected, name, port),
  };
}

/** The wallet's own object. */
interface Injected {
  request(call: { readonly method: string; readonly params?: object }): Promise<unknown>;
}

/** A refusal means something else before there is a connection. */
const before: { readonly [method in Method]?: 'attempt' | 'restore' } = {
  connect: 'attempt',
  accounts: 'restore',
};

function toProvider(wallet: Injected, name: string, port: Port): Provider {
  return {
    async request(method, params) {
      try {
        return await wallet.request({ method, ...(params !== undefined && { params }) });
      } catch (error) {
        throw await toWalletErrorLater(error, { wallet: name, method, before: before[method] }, port);
      }
    },
    onAccounts: (listener, signal) => listen(wallet, { accountsChanged: listener }, signal),
  };
}
