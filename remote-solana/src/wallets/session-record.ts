import { field, toList } from '@linkspan/contract';
import type { SessionRecord } from '@linkspan/kit/walletconnect';
import type { Account } from '../accounts.ts';
import { clusters } from '../provider.ts';
import { isAddress } from './is-address.ts';

/** What a wallet has approved, as far as it has the form of WalletConnect's namespaces. */
export interface Granted {
  readonly topic: string;
  /** In the wallet's order. */
  readonly accounts: readonly GrantedAccount[];
  readonly methods: readonly unknown[];
}

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

/** What a session grants of Solana; undefined if that is no account. Namespaces may also be of one chain: `solana:REF`. */
export function parseGranted({ topic, namespaces }: SessionRecord): Granted | undefined {
  const keys = Object.keys(Object(namespaces)).filter((key) => /^solana(:|$)/.test(key));
  const listOf = (name: string) => keys.flatMap((key) => toList(field(field(namespaces, key), name)) ?? []);
  const accounts = listOf('accounts').flatMap((account) => {
    const [, chain = '', address] = /^(solana:[^:]+):([^:]+)$/.exec(String(account)) ?? [];
    return isAddress(address) ? [{ chain, address }] : [];
  });
  return accounts.length > 0 ? { topic, accounts, methods: listOf('methods') } : undefined;
}

/** The features that methods of WalletConnect stand for. */
export const methodOf = {
  'solana:signMessage': 'solana_signMessage',
  'solana:signTransaction': 'solana_signTransaction',
  'solana:signAndSendTransaction': 'solana_signAndSendTransaction',
} as const;

/** The accounts of a session as the Wallet Standard has them, each address once; chains by their CAIP-2 ids. */
export function toAccounts(granted: Granted | undefined): readonly Account[] {
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
