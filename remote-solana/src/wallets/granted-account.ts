import type { Granted } from '@linkspan/kit/walletconnect';
import type { Account } from '../accounts.ts';
import { isAddress } from '../accounts.ts';
import { clusters } from '../provider.ts';

/** An account that a wallet has approved. */
export interface GrantedAccount {
  /** As the wallet names it, which may be a former name: requests must name it the same way. */
  readonly chain: string;
  readonly address: string;
}

/** WalletConnect's former names of clusters, which some wallets still use, by their CAIP-2 ids. */
const formerNames: Readonly<Record<string, string>> = {
  [`solana:${clusters.mainnet}`]: 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  [`solana:${clusters.devnet}`]: 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
};

/** All names of a network, its CAIP-2 id first. */
export function toChains(network: string): readonly string[] {
  const former = formerNames[network];
  return former === undefined ? [network] : [network, former];
}

/** An account of a session; undefined for a text in another form. */
export function parseAccount(text: string): GrantedAccount | undefined {
  const [, chain = '', address] = /^(solana:[^:]+):([^:]+)$/.exec(text) ?? [];
  return isAddress(address) ? { chain, address } : undefined;
}

/** WalletConnect's methods by feature. */
export const methodOf = {
  'solana:signMessage': 'solana_signMessage',
  'solana:signTransaction': 'solana_signTransaction',
  'solana:signAndSendTransaction': 'solana_signAndSendTransaction',
} as const;

/** The accounts of a session as the Wallet Standard has them, each address once; chains by their CAIP-2 ids. */
export function toAccounts(granted: Granted<GrantedAccount> | undefined): readonly Account[] {
  if (granted === undefined) return [];
  const { accounts, methods } = granted;
  const features = Object.entries(methodOf).flatMap(([feature, method]) =>
    methods.includes(method) ? [feature] : [],
  );
  const chainsOf = (address: string) =>
    accounts.flatMap((one) => (one.address === address ? [toNetworkId(one.chain)] : []));
  const addresses = [...new Set(accounts.map(({ address }) => address))];
  return addresses.map((address) => ({ address, chains: [...new Set(chainsOf(address))], features }));
}

function toNetworkId(chain: string): string {
  return Object.entries(formerNames).find(([, former]) => former === chain)?.[0] ?? chain;
}
