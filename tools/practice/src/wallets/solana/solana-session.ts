import type { WalletAccount } from '@wallet-standard/base';
import type { WalletCore } from '../wallet-core.ts';
import { rejected } from '../wallet-error.ts';
import type { Life } from '../wallet-life.ts';
import { toRevoked, toShownAccounts } from '../wallet-state.ts';
import { tellChains } from './clusters.ts';
import { toWalletAccount } from './solana-account.ts';
import type { SolanaKey } from './solana-keys.ts';

/** What a page sees of a Solana wallet: nothing until it connects, since a wallet starts each load unconnected. */
export interface SolanaSession {
  readonly keys: readonly SolanaKey[];
  /** The accounts in use, the active one first. The same account is always the same object. */
  accounts(): readonly WalletAccount[];
  /** `standard:connect`; silently it asks nobody, and refuses a site that is permitted nothing. Throws 4001, 4900. */
  connect(isSilent: boolean): Promise<readonly WalletAccount[]>;
  /** Counts the page as connected, after it signed in. */
  open(): void;
  /** `standard:disconnect`, which also takes back what the site was allowed. */
  disconnect(): void;
  /** Calls back when `accounts` changes; returns the undoing. */
  subscribe(listener: () => void): () => void;
}

/** Opens the session of one load of a page. */
export function createSolanaSession(core: WalletCore, keys: readonly SolanaKey[], life: Life): SolanaSession {
  const toChains = () => tellChains(core);
  const known = new Map(keys.map((key) => [key.address, toWalletAccount(key, toChains)]));
  const listeners = new Set<() => void>();
  let isOpen = false;
  let shown: readonly WalletAccount[] = [];

  const follow = () => {
    if (life.isOver()) return;
    const addresses = isOpen && core.isPresent() ? toShownAccounts(core.store.get()) : [];
    const next = addresses.flatMap((address) => known.get(address) ?? []);
    if (next.length === shown.length && next.every((account, at) => account === shown[at])) return;
    shown = Object.freeze(next);
    for (const listener of [...listeners]) listener();
  };
  const open = () => {
    isOpen = core.store.get().granted.length > 0;
    follow();
  };
  const stop = core.watch(follow);
  core.commands.on('open', open);
  life.onEnd(() => {
    stop();
    core.commands.off('open', open);
  });
  return {
    keys,
    accounts: () => shown,
    open,
    connect: async (isSilent) => {
      await (isSilent ? core.readSilently(() => assertPermitted(core)) : core.connect());
      open();
      return shown;
    },
    disconnect: () => {
      isOpen = false;
      core.store.update(toRevoked);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** As many wallets do: one that is locked answers with no account instead. */
function assertPermitted({ store }: WalletCore): void {
  if (store.get().granted.length === 0) throw rejected();
}
