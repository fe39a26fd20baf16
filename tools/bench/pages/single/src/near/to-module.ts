import type { InjectedWallet, WalletBehaviourFactory, WalletModule } from '@near-wallet-selector/core';
import type { InjectedNearWallet } from './injected-wallet.ts';

/** A wallet of the selector that also reads what an account holds, by the selector's own provider. */
export type BridgedWallet = InjectedWallet & {
  /** In yoctoNEAR. */
  readBalance(accountId: string): Promise<bigint>;
};

/** A bridge from a wallet of the injected protocol to a module of the selector. */
export function toModule(wallet: InjectedNearWallet): WalletModule<InjectedWallet> {
  const { id, name, icon = '' } = wallet.manifest;
  const init: WalletBehaviourFactory<InjectedWallet> = async ({ options, provider }) => {
    const network = options.network.networkId;
    return {
      signIn: async () => [...(await wallet.signIn({ network }))],
      signOut: () => wallet.signOut({ network }),
      getAccounts: async () => [...(await wallet.getAccounts({ network }))],
      signAndSendTransaction: (params: object) => wallet.signAndSendTransaction({ ...params, network }),
      async readBalance(account_id: string) {
        const asked = { request_type: 'view_account', finality: 'final', account_id };
        return BigInt(((await provider.query<never>(asked)) as AccountView).amount);
      },
    } as never;
  };
  const metadata = {
    name,
    iconUrl: icon,
    description: null,
    deprecated: false,
    available: true,
    downloadUrl: '',
  };
  return { id, type: 'injected', metadata, init };
}

/** What the node tells of an account. */
interface AccountView {
  readonly amount: string;
}
