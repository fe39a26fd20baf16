import {
  type DiscoveryPort,
  LinkspanError,
  messageOf,
  type NetworkId,
  toAccountId,
} from '@linkspan/contract';
import type { KnownWallet, LoadRequest } from '@linkspan/kit/discovery';
import { toWalletError } from '@linkspan/kit/failures';
import { openInPress, raceRequest } from '@linkspan/kit/race';
import { siteOf } from '@linkspan/kit/util';
import { createProof, scopeTo } from '@linkspan/kit/wallet-storage';
import { parseAccounts } from './accounts.ts';
import { publicNetworks } from './catalog.ts';
import type { Method, Provider } from './provider.ts';
import type { LoadedWallet, MessageParams, OpenLoaded, TransactionParams } from './wallets/loaded-wallet.ts';

type Port = DiscoveryPort<'near'>;
type Network = NetworkId<'near'>;

/** A known wallet whose code is part of this remote. */
interface Loadable {
  readonly name: string;
  readonly reach: Provider['reach'];
  /** In place of the public ones. */
  readonly networks?: readonly string[];
  /** The selector's module that it comes by; without one, this remote has an adapter of its own. */
  readonly module?: string;
  /** The file of `wallets` that has it, by its name. */
  readonly file: string;
  /** A person can approve several transactions of it at once. */
  readonly takesSeveral?: true;
  readonly hasJsonAlone?: true;
  /** The addresses that it opens or asks by itself, beside the page's nodes. */
  readonly hosts: readonly string[];
  /** The keys of its code in `localStorage`. */
  readonly keys: readonly string[];
  load(port: Port): Promise<OpenLoaded>;
}

/** By their ids. */
export const wallets: Readonly<Record<string, Loadable>> = {
  mynearwallet: {
    name: 'MyNearWallet',
    reach: 'window',
    module: '@near-wallet-selector/my-near-wallet',
    file: 'my-near-wallet',
    takesSeveral: true,
    hosts: ['app.mynearwallet.com', 'testnet.mynearwallet.com'],
    keys: ['signedAccountId', 'functionCallKey', 'near_app_wallet_auth_key'],
    load: async (port) =>
      (await port.importCode(['my-near-wallet'], () => import('./wallets/my-near-wallet.ts')))
        .openMyNearWallet,
  },
  'meteor-wallet': {
    name: 'Meteor Wallet',
    reach: 'window',
    file: 'meteor',
    hosts: ['wallet.meteorwallet.app'],
    keys: [],
    load: async (port) => (await port.importCode(['meteor'], () => import('./wallets/meteor.ts'))).openMeteor,
  },
  'intear-wallet': {
    name: 'Intear Wallet',
    reach: 'window',
    module: '@near-wallet-selector/intear-wallet',
    file: 'intear',
    takesSeveral: true,
    hasJsonAlone: true,
    hosts: ['wallet.intear.tech', 'logout-bridge-service.intear.tech'],
    keys: [],
    load: async (port) => (await port.importCode(['intear'], () => import('./wallets/intear.ts'))).openIntear,
  },
  'hot-wallet': {
    name: 'HOT Wallet',
    reach: 'pairing',
    networks: ['near:mainnet'],
    file: 'hot',
    takesSeveral: true,
    hasJsonAlone: true,
    hosts: ['h4n.app'],
    keys: [],
    load: async (port) => (await port.importCode(['hot'], () => import('./wallets/hot.ts'))).openHot,
  },
  'nightly-wallet': {
    name: 'Nightly',
    reach: 'installed',
    module: '@near-wallet-selector/nightly',
    file: 'nightly',
    hosts: [],
    keys: [],
    load: async (port) =>
      (await port.importCode(['nightly'], () => import('./wallets/nightly.ts'))).openNightly,
  },
};

/** The error of the selector's modules if `window.open` returns nothing. */
const blockedForm = /popup.*blocked/i;

const providers = new WeakMap<Port, Map<string, Provider>>();

/**
 * The provider of a wallet that is loaded, the same at each call. For an attempt the wallet's code is there when this
 * resolves, so that it can open a window. Undefined if the wallet does not know the network, or has no account to
 * restore. Rejects with `loader/…`.
 */
export async function openLoaded(
  { id: walletId, name }: KnownWallet,
  options: LoadRequest<'near'>,
  port: Port,
): Promise<Provider | undefined> {
  const wallet = wallets[walletId];
  if (wallet === undefined) return undefined;
  const ofPort = providers.get(port) ?? new Map<string, Provider>();
  providers.set(port, ofPort);
  const provider = ofPort.get(walletId) ?? createProvider(walletId, wallet, port);
  ofPort.set(walletId, provider);
  const { network } = options;
  if (provider.refuses(network)) return undefined;
  const load = async () => provider.prepare?.(network);
  if ('onProgress' in options && provider.reach === 'window') await openInPress(name, options, load);
  else if ('onProgress' in options || !('deadlineMs' in options)) await load();
  else if (!accountStorage(walletId, port).get(network)) return undefined;
  return provider;
}

/** The account that a wallet has named, by network: nothing but a press asks the wallet for it again. */
const accountStorage = (walletId: string, { storage }: Port) => scopeTo(storage, `${walletId}:account`);

function createProvider(walletId: string, wallet: Loadable, port: Port): Provider {
  const { name, reach, keys, networks = publicNetworks, takesSeveral, hasJsonAlone } = wallet;
  const site = siteOf(port.options, walletId);
  const accounts = accountStorage(walletId, port);
  const stored = scopeTo(port.storage, `${walletId}:kept`);
  const proofs = scopeTo(port.storage, walletId);
  const isConnected = () => port.networks.some(({ id }) => accounts.get(id) !== undefined);
  const proof = createProof(proofs, isConnected);
  const opened = new Map<Network, Promise<LoadedWallet>>();
  /** The running request: the next one ends it. */
  let asking = new AbortController();

  function open(id: Network): Promise<LoadedWallet> {
    const opening = opened.get(id) ?? openOn(id);
    opened.set(id, opening);
    opening.catch(() => opened.get(id) === opening && opened.delete(id));
    return opening;
  }

  async function openOn(id: Network): Promise<LoadedWallet> {
    const network = port.networks.find((one) => one.id === id);
    if (network === undefined)
      throw new LinkspanError('wallet/network-unsupported', { wallet: name, network: id });
    const openWallet = await wallet.load(port);
    const { showPairing } = port;
    return openWallet({ network, site, showPairing, account: accounts.get(id), storage: stored });
  }

  /** The account that the wallet has named, or that it shows by now. Asks nobody, and loads no code. */
  async function readAccounts(network: Network): Promise<readonly { readonly accountId: string }[]> {
    const shown = await readShown(network).catch(() => undefined);
    const named = accounts.get(network);
    if (named === undefined) return [];
    if (shown !== undefined && shown !== named) accounts.set(network, shown);
    return [{ accountId: shown ?? named }];
  }

  async function readShown(network: Network): Promise<string | undefined> {
    const loaded = await opened.get(network);
    return loaded?.getAccounts && parseAccounts(await loaded.getAccounts(), name)[0];
  }

  async function signOut(): Promise<void> {
    asking.abort();
    const open = [...opened.values()];
    opened.clear();
    proofs.remove('proved');
    for (const { id } of port.networks) for (const one of [accounts, stored]) one.remove(id);
    await Promise.allSettled(open.map(async (one) => (await one).signOut()));
    for (const key of keys) localStorage.removeItem(key);
  }

  async function ask(
    method: Method,
    network: Network,
    params: object,
    signal: AbortSignal,
  ): Promise<unknown> {
    const loaded = await open(network);
    signal.throwIfAborted();
    if (method === 'signMessage') return loaded.signMessage(params as MessageParams, signal);
    if (method === 'signAndSendTransaction')
      return loaded.signAndSendTransaction(params as TransactionParams, signal);
    if (method === 'signAndSendTransactions') {
      if (!takesSeveral || loaded.signAndSendTransactions === undefined)
        throw new LinkspanError('wallet/unsupported', { wallet: name, method });
      return loaded.signAndSendTransactions(params as { transactions: TransactionParams[] }, signal);
    }
    const isHere = loaded.isHere?.();
    const answer = await loaded.signIn(signal);
    // Some wallets cannot be cancelled.
    signal.throwIfAborted();
    const [account] = parseAccounts(answer, name);
    if (account === undefined) return answer;
    accounts.set(network, account);
    if (isHere) proof.add(toAccountId(network, account));
    return answer;
  }

  return {
    reach,
    has: (method) => method !== 'signAndSendTransactions' || takesSeveral === true,
    ...(hasJsonAlone && { hasJsonAlone }),
    ...(reach !== 'installed' && { proof }),
    refuses: (network) => !(site || networks.includes(network)),
    prepare: open,
    async request(method, network, params = {}, signal) {
      if (method === 'signOut') return signOut();
      if (method === 'getAccounts') return readAccounts(network);
      asking.abort();
      asking = new AbortController();
      const ended = signal ? AbortSignal.any([signal, asking.signal]) : asking.signal;
      try {
        return await raceRequest(name, ended, () => ask(method, network, params, ended));
      } catch (error) {
        if (ended.aborted) throw new LinkspanError('wallet/cancelled', { wallet: name });
        if (blockedForm.test(messageOf(error)))
          throw new LinkspanError('wallet/window-blocked', { wallet: name });
        throw toWalletError(error, {
          ...{ wallet: name, method, network },
          ...(method === 'signIn' && { before: 'attempt' }),
        });
      }
    },
  };
}
