import { addWallet } from './wallets.ts';

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
      connect(): Promise<{ readonly accounts: readonly { address: string }[] }>;
    };
  };
}

interface NearWallet {
  readonly manifest: { readonly id: string; readonly name: string; readonly icon: string };
  signIn(options: { readonly network: string }): Promise<readonly { readonly accountId: string }[]>;
}

/** Hears the wallets of all three families, by the standard of each, from now on. */
export function hearWallets(): void {
  addEventListener('eip6963:announceProvider', (event) => hearEvm((event as CustomEvent).detail));
  dispatchEvent(new Event('eip6963:requestProvider'));

  const api = { register: hearSolana };
  addEventListener('wallet-standard:register-wallet', (event) => (event as CustomEvent).detail(api));
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }));

  addEventListener('near-wallet-injected', (event) => hearNear((event as CustomEvent).detail));
  dispatchEvent(new Event('near-selector-ready'));
}

function hearEvm({ info: { rdns, name, icon }, provider }: EvmAnnouncement): void {
  const connect = async () => first(await provider.request({ method: 'eth_requestAccounts' }));
  addWallet({ family: 'evm', id: rdns, name, icon, connect });
}

function hearSolana(...found: readonly StandardWallet[]): void {
  for (const { name, icon, chains, features } of found) {
    if (!chains.some((chain) => chain.startsWith('solana:'))) continue;
    const connect = async () => first((await features['standard:connect'].connect()).accounts).address;
    addWallet({ family: 'solana', id: name, name, icon, connect });
  }
}

function hearNear(wallet: NearWallet): void {
  const { id, name, icon } = wallet.manifest;
  const connect = async () => first(await wallet.signIn({ network: 'testnet' })).accountId;
  addWallet({ family: 'near', id, name, icon, connect });
}

function first<Account>([account]: readonly Account[]): Account {
  if (account === undefined) throw new Error('The wallet opened no account');
  return account;
}
