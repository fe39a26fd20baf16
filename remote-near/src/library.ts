import { LinkspanError, type Network, type WalletRef } from '@linkspan/contract';
import { detailOf } from '@linkspan/kit/failures';
import {
  actionCreators,
  type InjectedWallet,
  najActionToInternal,
  type StorageService,
  setupWalletSelector,
  type WalletBehaviourOptions,
  type WalletModule,
} from '@near-wallet-selector/core';
import type { Transfer } from './chain.ts';
import type { Provider } from './provider.ts';

/** One wallet in a wallet selector of its own. Errors are those of the wallet's `request`. */
export interface Library {
  /** Asks the wallet to send; returns the wallet's outcome. */
  send(transfer: Transfer): Promise<unknown>;
  /** Tells the selector which accounts the wallet opens now, the one in use first. */
  follow(accounts: readonly string[]): void;
  /** Gives the permission back, if the wallet can. */
  disconnect(): Promise<void>;
}

export interface LibraryOptions {
  readonly wallet: WalletRef;
  readonly provider: Provider;
  /** The ids of the accounts, the one in use first. */
  readonly accounts: readonly string[];
  readonly network: Network<'near'>;
  /** Cancels the wallet's send, if the wallet can be cancelled. */
  readonly signal: AbortSignal;
}

type Emitter = WalletBehaviourOptions<InjectedWallet>['emitter'];

/**
 * Signs a selector in to a wallet that has already approved. Asks the wallet nothing, and keeps nothing beyond the
 * page. Rejects with `wallet/failed`.
 */
export async function openLibrary(options: LibraryOptions): Promise<Library> {
  const { wallet, network } = options;
  let emitter: Emitter | undefined;
  const module = toModule(options, (given) => {
    emitter = given;
  });
  try {
    const selector = await setupWalletSelector({
      // Any other name throws; only the addresses matter.
      network: network.id === 'near:mainnet' ? 'mainnet' : 'testnet',
      fallbackRpcUrls: [...network.rpc],
      modules: [async () => module as WalletModule],
      storage: createMemory(),
      allowMultipleSelectors: true,
    });
    const selected = await selector.wallet<InjectedWallet>(wallet.id);
    await selected.signIn({});
    return {
      send: ({ amount, ...places }) =>
        selected.signAndSendTransaction({ ...places, actions: [actionCreators.transfer(BigInt(amount))] }),
      follow: (accounts) => {
        emitter?.emit('accountsChanged', { accounts: accounts.map((accountId) => ({ accountId })) });
        if (accounts[0] !== undefined) selector.setActiveAccount(accounts[0]);
      },
      disconnect: () => selected.signOut(),
    };
  } catch (cause) {
    throw new LinkspanError('wallet/failed', { wallet: wallet.name, detail: detailOf(cause) }, { cause });
  }
}

/** The wallet as a module of the selector. Its sign-in returns the approved accounts. */
function toModule(
  { wallet: { id, name, icon = '' }, provider: { request }, accounts, network, signal }: LibraryOptions,
  onInit: (emitter: Emitter) => void,
): WalletModule<InjectedWallet> {
  const granted = accounts.map((accountId) => ({ accountId }));
  const behaviour: Partial<InjectedWallet> = {
    signIn: async () => granted,
    getAccounts: async () => granted,
    signOut: async () => void (await request('signOut', network.id)),
    signAndSendTransaction: async ({ actions, ...places }) =>
      (await request(
        'signAndSendTransaction',
        network.id,
        { ...places, actions: actions.map(najActionToInternal) },
        signal,
      )) as never,
  };
  const metadata = { name, iconUrl: icon, description: null, deprecated: false, available: true };
  return {
    id,
    type: 'injected',
    metadata: { ...metadata, downloadUrl: '' },
    async init({ emitter }) {
      onInit(emitter);
      return behaviour as Omit<InjectedWallet, 'id' | 'type' | 'metadata'>;
    },
  };
}

/** The shell alone remembers which wallet was in use: the selector's own store ends with it. */
function createMemory(): StorageService {
  const items = new Map<string, string>();
  return {
    getItem: async (key) => items.get(key) ?? null,
    setItem: async (key, value) => void items.set(key, value),
    removeItem: async (key) => void items.delete(key),
  };
}
