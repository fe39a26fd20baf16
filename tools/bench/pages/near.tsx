import {
  type InjectedWallet,
  setupWalletSelector,
  type WalletBehaviourFactory,
  type WalletModule,
  type WalletSelector,
} from '@near-wallet-selector/core';
import { useEffect, useState } from 'react';
import { type FamilyViewProps, networks, WalletRow } from './parts.tsx';

type NearAccounts = readonly { readonly accountId: string; readonly publicKey?: string }[];

/** A wallet of NEAR's injected protocol. */
interface InjectedNearWallet {
  readonly manifest: { readonly id: string; readonly name: string; readonly icon?: string };
  signIn(options: { readonly network: string }): Promise<NearAccounts>;
  signOut(options: { readonly network: string }): Promise<void>;
  getAccounts(options: { readonly network: string }): Promise<NearAccounts>;
  signAndSendTransaction(options: object): Promise<unknown>;
}

/** The NEAR wallets, by wallet-selector. */
export function NearView({ onPick, onCard }: FamilyViewProps) {
  const selector = useSelector();
  const account = useAccount(selector);
  const [attempt, setAttempt] = useState<{ readonly isPending: boolean; readonly error?: string }>();

  useEffect(() => {
    const status = account ? 'connected' : attempt?.isPending ? 'connecting' : 'disconnected';
    onCard({ status, detail: account ?? attempt?.error });
  }, [account, attempt, onCard]);

  async function pick(id: string) {
    onPick();
    setAttempt({ isPending: true });
    try {
      const wallet = await selector?.wallet(id);
      await wallet?.signIn({} as never);
      setAttempt({ isPending: false });
    } catch (error) {
      setAttempt({ isPending: false, error: (error as Error).message });
    }
  }

  return selector?.store
    .getState()
    .modules.map(({ id, metadata: { name, iconUrl } }) => (
      <WalletRow key={id} family="near" name={name} icon={iconUrl} onPress={() => void pick(id)} />
    ));
}

/** A selector of the wallets that were found. Undefined until it is set up. */
function useSelector(): WalletSelector | undefined {
  const [selector, setSelector] = useState<WalletSelector>();

  useEffect(() => {
    const wallets = new Map<string, InjectedNearWallet>();
    const add = (event: Event) => {
      const wallet: InjectedNearWallet = (event as CustomEvent).detail;
      wallets.set(wallet.manifest.id, wallet);
    };
    addEventListener('near-wallet-injected', add);
    // Extensions answer before this returns.
    dispatchEvent(new Event('near-selector-ready'));
    removeEventListener('near-wallet-injected', add);
    setUp([...wallets.values()]).then(setSelector, console.warn);
  }, []);

  return selector;
}

function setUp(wallets: readonly InjectedNearWallet[]): Promise<WalletSelector> {
  return setupWalletSelector({
    // The library knows two networks by name; the address is the practice chain's.
    network: 'testnet',
    fallbackRpcUrls: [networks.near.rpcUrl],
    modules: wallets.map((wallet) => async () => toModule(wallet)),
    allowMultipleSelectors: true,
  });
}

/** A bridge from a wallet of the injected protocol to a module of the selector. */
function toModule(wallet: InjectedNearWallet): WalletModule<InjectedWallet> {
  const { id, name, icon = '' } = wallet.manifest;
  const init: WalletBehaviourFactory<InjectedWallet> = async ({ options }) => {
    const network = options.network.networkId;
    return {
      signIn: async () => [...(await wallet.signIn({ network }))],
      signOut: () => wallet.signOut({ network }),
      getAccounts: async () => [...(await wallet.getAccounts({ network }))],
      signAndSendTransaction: (params: object) => wallet.signAndSendTransaction({ ...params, network }),
    } as never;
  };
  const metadata = {
    ...{ name, iconUrl: icon, description: null },
    ...{ deprecated: false, available: true, downloadUrl: '' },
  };
  return { id, type: 'injected', metadata, init };
}

/** The account that the selector has in use. */
function useAccount(selector: WalletSelector | undefined): string | undefined {
  const [account, setAccount] = useState<string>();

  useEffect(() => {
    const subscription = selector?.store.observable.subscribe(({ accounts }) =>
      setAccount(accounts.find(({ active }) => active)?.accountId),
    );
    return () => subscription?.unsubscribe();
  }, [selector]);

  return account;
}
