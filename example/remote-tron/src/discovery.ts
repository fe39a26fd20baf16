import {
  type Approved,
  type AttemptOptions,
  type Discover,
  type DiscoveryPort,
  field,
  LinkspanError,
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
import { listen } from '@linkspan/kit/util';
import { type Method, type Provider, parseNetworkId, parseShown, toSwitch } from './provider.ts';

type Wallet = Announced<Provider>;
type Port = DiscoveryPort<'tron'>;

const known: readonly KnownWallet[] = [
  { id: 'org.tronlink.www', name: 'TronLink', installUrl: 'https://www.tronlink.org/' },
];

/** Lists the wallets that announce themselves by TIP-6963, and asks them. */
export const discover: Discover<'tron'> = (port) =>
  openDiscovery(port, known, { listen: listenForWallets, attempt, restore });

async function attempt(
  wallet: Wallet,
  { id, network: wanted, ...options }: AttemptOptions<'tron'>,
  { networks }: Port,
): Promise<Approved<'tron'>> {
  const { provider, name } = wallet;
  const { address, network } = await raceAttempt(name, options, {
    async ask() {
      const answer = await provider.request('eth_requestAccounts');
      const address = parseShown(field(answer, '0') ?? provider.shown(), name);
      if (address === undefined) throw new LinkspanError('wallet/no-accounts', { wallet: name });
      const network = await readNetwork(wallet);
      if (networks.some((one) => one.id === network)) return { address, network };
      await provider.request(...toSwitch(wanted));
      return { address, network: wanted };
    },
    undo: async () => void (await provider.request('wallet_revokePermissions', [{ eth_accounts: {} }])),
  });
  return toApproved(wallet, { id, network, addresses: [address] });
}

async function restore(wallet: Wallet, { id }: RestoreOptions<'tron'>): Promise<Approved<'tron'>> {
  const { provider, name } = wallet;
  const address = parseShown(provider.shown(), name);
  // A locked wallet shows no account either.
  if (address === undefined) throw new LinkspanError('wallet/locked-or-ended', { wallet: name });
  return toApproved(wallet, { id, network: await readNetwork(wallet), addresses: [address] });
}

const readNetwork = async ({ provider, name }: Wallet) =>
  parseNetworkId(await provider.request('eth_chainId'), name);

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
    provider.onChange(() => void (provider.shown() && port.unlocked(idOf())), signal);
  }

  page.addEventListener('TIP6963:announceProvider', onAnnounce as EventListener, { signal });
  page.dispatchEvent(new Event('TIP6963:requestProvider'));
  return here;
}

/** The wallet of an announcement, with its claims cut to size; undefined for any other form. Its id is its `rdns`. */
function parseAnnounced(detail: unknown, port: Port): Wallet | undefined {
  const [info, wallet] = [field(detail, 'info'), field(detail, 'provider')];
  const [id, name] = [toName(field(info, 'rdns')), toName(field(info, 'name'))];
  if (id === undefined || name === undefined || typeof field(wallet, 'request') !== 'function')
    return undefined;
  return {
    ...{ id, name, ...toIdentity(id), ...toIcon(field(info, 'icon')) },
    provider: toProvider(wallet as Injected, name, port),
  };
}

/** The wallet's own object: TIP-1193. */
interface Injected {
  request(call: { readonly method: string; readonly params?: readonly object[] }): Promise<unknown>;
}

function toProvider(wallet: Injected, name: string, port: Port): Provider {
  async function ask(method: Method | 'sign' | 'signMessageV2', call: () => Promise<unknown>) {
    const before = method === 'eth_requestAccounts' ? 'attempt' : undefined;
    try {
      return await call();
    } catch (error) {
      throw await toWalletErrorLater(error, { wallet: name, method, before }, port);
    }
  }

  return {
    request: (method, params) => ask(method, () => wallet.request({ method, ...(params && { params }) })),
    sign: (method, given) =>
      ask(method, async () => {
        // It is another object after each change of the network.
        const trx = field(field(wallet, 'tronWeb'), 'trx');
        const sign = field(trx, method);
        if (typeof sign !== 'function')
          throw new LinkspanError('wallet/unsupported', { wallet: name, method });
        return Reflect.apply(sign, trx, [given]);
      }),
    shown: () => field(field(field(wallet, 'tronWeb'), 'defaultAddress'), 'base58'),
    onChange: (listener, signal) =>
      listen(wallet, { accountsChanged: listener, chainChanged: listener }, signal),
  };
}
