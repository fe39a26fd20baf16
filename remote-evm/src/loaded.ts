import type { AttemptOptions, DiscoveryPort, ScopedStorage } from '@linkspan/contract';
import type { KnownWallet, LoadAsked } from '@linkspan/kit/discovery';
import { openInPress } from '@linkspan/kit/open-in-press';
import { siteOf } from './announced.ts';
import type { Provider } from './provider.ts';
import { hasSession } from './wallets/store.ts';

type Port = DiscoveryPort<'eip155'>;

interface Opened {
  readonly provider: Provider;
  /** An attempt begins. */
  begin(attempt: AttemptOptions<'eip155'>): void;
}

/** A known wallet whose code is part of this remote. */
interface Loadable {
  /** Whether there is a session of a former page. */
  isKept(storage: ScopedStorage): boolean;
  load(port: Port): Promise<(wallet: KnownWallet, storage: ScopedStorage) => Opened | Promise<Opened>>;
}

/** By their ids. */
const wallets: Readonly<Record<string, Loadable>> = {
  'com.coinbase.wallet': {
    isKept: (storage) => storage.get('connected') !== undefined,
    async load({ importCode, networks, options }) {
      const { createCoinbase } = await importCode(['coinbase'], () => import('./wallets/coinbase.ts'));
      return ({ id, name }, storage) =>
        createCoinbase({ wallet: name, site: siteOf(options, id), networks, storage });
    },
  },
  walletconnect: {
    isKept: hasSession,
    async load(port) {
      const load = () => import('./wallets/open-walletconnect.ts');
      const { openWalletConnect } = await port.importCode(['open-walletconnect'], load);
      return ({ name }, storage) => openWalletConnect(name, storage, port);
    },
  },
};

const opened = new WeakMap<Port, Map<string, Promise<Opened>>>();

/**
 * The provider of a wallet that is loaded, the same at each call. For an attempt the wallet's code is there when this
 * resolves, so that it can open a window. Undefined if there is no session to restore, and where the code was only to be
 * loaded. Rejects with `loader/…`, `config/malformed`.
 */
export async function openLoaded(
  known: KnownWallet,
  asked: LoadAsked<'eip155'>,
  port: Port,
): Promise<Provider | undefined> {
  const { id, name, reach } = known;
  const wallet = wallets[id];
  if (wallet === undefined) return undefined;
  const storage = scopeTo(port.storage, id);
  const open = () => openOnce(known, wallet, storage, port);
  if ('onProgress' in asked) {
    const { provider, begin } = reach === 'window' ? await openInPress(name, asked, open) : await open();
    begin(asked);
    return provider;
  }
  if ('deadlineMs' in asked) return wallet.isKept(storage) ? (await open()).provider : undefined;
  await wallet.load(port);
  return undefined;
}

function openOnce(known: KnownWallet, wallet: Loadable, storage: ScopedStorage, port: Port): Promise<Opened> {
  const ofPort = opened.get(port) ?? new Map<string, Promise<Opened>>();
  opened.set(port, ofPort);
  const opening = ofPort.get(known.id) ?? wallet.load(port).then((open) => open(known, storage));
  ofPort.set(known.id, opening);
  opening.catch(() => ofPort.delete(known.id));
  return opening;
}

/** A wallet's part of the remote's storage. */
function scopeTo(storage: ScopedStorage, walletId: string): ScopedStorage {
  const keyOf = (key: string) => `wallet:${walletId}:${key}`;
  return {
    get: (key) => storage.get(keyOf(key)),
    set: (key, value) => storage.set(keyOf(key), value),
    remove: (key) => storage.remove(keyOf(key)),
  };
}
