import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { type CardState, type Family, remembered, WalletRow, WalletsPage } from './parts.tsx';

// The page by hand: the wallets' own interfaces, and no wallet library.

interface Wallet {
  readonly family: Family;
  readonly id: string;
  readonly name: string;
  /** A data address. */
  readonly icon: string;
  /** Asks the wallet, or reads silently. Returns the first account's address; undefined if there is none. */
  connect(isSilent: boolean): Promise<string | undefined>;
}

interface EvmAnnouncement {
  readonly info: { readonly rdns: string; readonly name: string; readonly icon: string };
  readonly provider: { request(call: { readonly method: string }): Promise<string[]> };
}

interface StandardWallet {
  readonly name: string;
  readonly icon: string;
  readonly chains: readonly string[];
  readonly features: {
    readonly 'standard:connect': {
      connect(input: { silent: boolean }): Promise<{ readonly accounts: readonly { address: string }[] }>;
    };
  };
}

interface NearWallet {
  readonly manifest: { readonly id: string; readonly name: string; readonly icon: string };
  signIn(options: { readonly network: string }): Promise<readonly { readonly accountId: string }[]>;
  getAccounts(options: { readonly network: string }): Promise<readonly { readonly accountId: string }[]>;
}

let wallets: readonly Wallet[] = [];
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function addWallet(wallet: Wallet): void {
  if (wallets.some(({ family, id }) => family === wallet.family && id === wallet.id)) return;
  wallets = [...wallets, wallet];
  for (const listener of listeners) listener();
}

/** Finds the wallets of all three families, by the standard of each, now and later. */
function findWallets(): void {
  addEventListener('eip6963:announceProvider', (event) => addEvm((event as CustomEvent).detail));
  dispatchEvent(new Event('eip6963:requestProvider'));

  const api = { register: addSolana };
  addEventListener('wallet-standard:register-wallet', (event) => (event as CustomEvent).detail(api));
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));

  addEventListener('near-wallet-injected', (event) => addNear((event as CustomEvent).detail));
  dispatchEvent(new Event('near-selector-ready'));
}

function addEvm({ info: { rdns, name, icon }, provider }: EvmAnnouncement): void {
  const connect = async (isSilent: boolean) =>
    (await provider.request({ method: isSilent ? 'eth_accounts' : 'eth_requestAccounts' }))[0];
  addWallet({ family: 'evm', id: rdns, name, icon, connect });
}

function addSolana(...found: readonly StandardWallet[]): void {
  for (const { name, icon, chains, features } of found) {
    if (!chains.some((chain) => chain.startsWith('solana:'))) continue;
    const connect = async (silent: boolean) =>
      (await features['standard:connect'].connect({ silent })).accounts[0]?.address;
    addWallet({ family: 'solana', id: name, name, icon, connect });
  }
}

function addNear(wallet: NearWallet): void {
  const { id, name, icon } = wallet.manifest;
  const connect = async (isSilent: boolean) =>
    (await wallet[isSilent ? 'getAccounts' : 'signIn']({ network: 'testnet' }))[0]?.accountId;
  addWallet({ family: 'near', id, name, icon, connect });
}

function App() {
  const list = useSyncExternalStore(subscribe, () => wallets);
  const [cards, setCards] = useState<Partial<Record<Family, CardState>>>({});
  const dialog = useRef<HTMLDialogElement>(null);
  const show = (family: Family, card: CardState) => setCards((before) => ({ ...before, [family]: card }));

  useEffect(() => {
    for (const { family, connect } of wallets)
      if (remembered.read().includes(family))
        connect(true).then((detail) => detail && show(family, { status: 'connected', detail }), console.warn);
  }, []);

  async function pick({ family, connect }: Wallet) {
    dialog.current?.close();
    show(family, { status: 'connecting' });
    try {
      const detail = await connect(false);
      show(family, { status: 'connected', detail });
      remembered.add(family);
    } catch (error) {
      show(family, { status: 'disconnected', detail: (error as Error).message });
    }
  }

  return (
    <WalletsPage
      cards={cards}
      dialog={dialog}
      onOpen={() => dialog.current?.showModal()}
      list={(family) =>
        list
          .filter((wallet) => wallet.family === family)
          .map((wallet) => <WalletRow key={wallet.id} {...wallet} onPress={() => void pick(wallet)} />)
      }
    />
  );
}

findWallets();
createRoot(document.getElementById('root') as HTMLElement).render(<App />);
