/** A wallet as the injected protocol of NEAR has it. */
export interface InjectedNearWallet {
  readonly manifest: { readonly id: string; readonly name: string; readonly icon?: string };
  signIn(options: { readonly network: string }): Promise<NearAccounts>;
  signOut(options: { readonly network: string }): Promise<void>;
  getAccounts(options: { readonly network: string }): Promise<NearAccounts>;
  signAndSendTransaction(options: object): Promise<unknown>;
}

type NearAccounts = readonly { readonly accountId: string; readonly publicKey?: string }[];

/** Hears the wallets from now on, each once; returns the undoing. */
export function hearNearWallets(heard: (wallets: readonly InjectedNearWallet[]) => void): () => void {
  const ended = new AbortController();
  const wallets = new Map<string, InjectedNearWallet>();
  let isAsking = true;
  const hear = (event: Event) => {
    const wallet: InjectedNearWallet = (event as CustomEvent).detail;
    if (wallets.has(wallet.manifest.id)) return;
    wallets.set(wallet.manifest.id, wallet);
    if (!isAsking) heard([...wallets.values()]);
  };
  addEventListener('near-wallet-injected', hear, { signal: ended.signal });
  dispatchEvent(new Event('near-selector-ready'));
  isAsking = false;
  heard([...wallets.values()]);
  return () => ended.abort();
}
