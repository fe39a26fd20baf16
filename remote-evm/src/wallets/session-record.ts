import { field, toList } from '@linkspan/contract';
import type { SessionRecord } from '@linkspan/kit/walletconnect';

/** What a wallet has approved, as far as it has the form of WalletConnect's namespaces. */
export interface Granted {
  readonly topic: string;
  /** In the wallet's order, each once. */
  readonly accounts: readonly GrantedAccount[];
  readonly methods: readonly unknown[];
}

export interface GrantedAccount {
  readonly chain: number;
  readonly address: string;
}

const accountForm = /^eip155:([1-9]\d{0,15}):(0x[0-9a-f]{40})$/i;

/** What a session grants of Ethereum; undefined if that is no account. Namespaces may also be of one chain: `eip155:1`. */
export function parseGranted({ topic, namespaces }: SessionRecord): Granted | undefined {
  const keys = Object.keys(Object(namespaces)).filter((key) => /^eip155(:|$)/.test(key));
  const listOf = (name: string) => keys.flatMap((key) => toList(field(field(namespaces, key), name)) ?? []);
  const accounts = listOf('accounts').flatMap((account) => {
    const [, chain, address] = accountForm.exec(String(account)) ?? [];
    return address === undefined ? [] : [{ chain: Number(chain), address }];
  });
  return accounts.length > 0 ? { topic, accounts, methods: listOf('methods') } : undefined;
}

/** The chains of a session, none without one, in the wallet's order. */
export function chainsOf(granted: Granted | undefined): readonly number[] {
  return [...new Set(granted?.accounts.map(({ chain }) => chain))];
}
