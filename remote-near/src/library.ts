import { LinkspanError, type Network } from '@linkspan/contract';
import {
  actionCreators,
  type InjectedWallet,
  najActionToInternal,
  type StorageService,
  setupWalletSelector,
  type WalletBehaviourOptions,
  type WalletModule,
} from '@near-wallet-selector/core';
import type { NearWallet } from './provider.ts';

/** What a wallet is asked to send. */
export interface Wish {
  readonly signerId: string;
  readonly receiverId: string;
  /** In yoctoNEAR, as decimal digits. */
  readonly amount: string;
}

/** An approved wallet, in the hands of a wallet selector of its own. */
export interface Selected {
  /** Asks the wallet to send; answers the outcome as the wallet tells it. */
  transfer(wish: Wish): Promise<unknown>;
  /** Tells the selector which accounts the wallet opens now, the one in use first. */
  open(accounts: readonly string[]): void;
  signOut(): Promise<void>;
}

type Emitter = WalletBehaviourOptions<InjectedWallet>['emitter'];

/**
 * Signs a selector in to a wallet that has already approved. Asks the wallet nothing, and keeps nothing beyond the
 * page. Rejects with `wallet/failed`.
 */
export async function selectWallet(
  wallet: NearWallet,
  accounts: readonly string[],
  network: Network<'near'>,
): Promise<Selected> {
  let emitter: Emitter | undefined;
  const module = toModule(wallet, accounts, network, (given) => {
    emitter = given;
  });
  try {
    const selector = await setupWalletSelector({
      // Any other name throws; what counts are the addresses.
      network: network.id === 'near:mainnet' ? 'mainnet' : 'testnet',
      fallbackRpcUrls: [...network.rpc],
      modules: [async () => module as WalletModule],
      storage: createMemory(),
      allowMultipleSelectors: true,
    });
    const selected = await selector.wallet<InjectedWallet>(wallet.ref.id);
    await selected.signIn({});
    return {
      transfer: ({ amount, ...places }) =>
        selected.signAndSendTransaction({ ...places, actions: [actionCreators.transfer(BigInt(amount))] }),
      open: (now) => {
        emitter?.emit('accountsChanged', { accounts: now.map((accountId) => ({ accountId })) });
        if (now[0] !== undefined) selector.setActiveAccount(now[0]);
      },
      signOut: () => selected.signOut(),
    };
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : '';
    throw new LinkspanError('wallet/failed', { wallet: wallet.ref.name, detail }, { cause });
  }
}

/** The wallet as a module of the selector. Its sign-in answers what discovery has been granted. */
function toModule(
  { ref, request }: NearWallet,
  accounts: readonly string[],
  { id: network }: Network<'near'>,
  onInit: (emitter: Emitter) => void,
): WalletModule<InjectedWallet> {
  const granted = accounts.map((accountId) => ({ accountId }));
  const behaviour: Partial<InjectedWallet> = {
    signIn: async () => granted,
    getAccounts: async () => granted,
    signOut: async () => void (await request('signOut', network)),
    signAndSendTransaction: async ({ actions, ...places }) =>
      (await request('signAndSendTransaction', network, {
        ...places,
        actions: actions.map(najActionToInternal),
      })) as never,
  };
  const metadata = { description: null, deprecated: false, available: true, downloadUrl: '' };
  return {
    id: ref.id,
    type: 'injected',
    metadata: { ...metadata, name: ref.name, iconUrl: ref.icon ?? '' },
    async init({ emitter }) {
      onInit(emitter);
      return behaviour as Omit<InjectedWallet, 'id' | 'type' | 'metadata'>;
    },
  };
}

/** The shell alone remembers which wallet was in use: the selector's own store ends with it. */
function createMemory(): StorageService {
  const kept = new Map<string, string>();
  return {
    getItem: async (key) => kept.get(key) ?? null,
    setItem: async (key, value) => void kept.set(key, value),
    removeItem: async (key) => void kept.delete(key),
  };
}
