import type { AccountLabel, Ask } from './approval.ts';
import { askPerson, type Question, toConnectQuestion } from './ask-person.ts';
import { createEmitter, type Emitter } from './emitter.ts';
import type { Family } from './family.ts';
import type { Network, Networks } from './network.ts';
import type { Platform } from './platform.ts';
import { createRpc, type Rpc } from './rpc.ts';
import { gone } from './wallet-error.ts';
import type { WalletId } from './wallet-id.ts';
import { toGranted, toShownAccounts } from './wallet-state.ts';
import type { WalletStore } from './wallet-store.ts';

/** What the wallets of all families are made of. */
export interface WalletCore {
  readonly id: WalletId;
  readonly family: Family;
  readonly name: string;
  readonly accounts: readonly [AccountLabel, ...AccountLabel[]];
  readonly networks: Networks;
  /** Tells what a command does to the wallet that is no state: `update`, `rubbish`, `open`. */
  readonly commands: Emitter;
  readonly store: WalletStore;
  /** The store of the family's first wallet, for a second one. */
  readonly first: WalletStore | undefined;
  readonly platform: Platform;
  /** Calls back after each change that concerns the wallet; returns the undoing. */
  watch(listener: () => void): () => void;
  /** False while the wallet is switched off, as an extension can be. */
  isPresent(): boolean;
  /** Throws 4900 while the wallet is switched off. */
  assertPresent(): void;
  /** The networks that the wallet knows now: those of the page, unless it is to know another one only. */
  known(): Networks;
  /** How often the person has approved something since the page was loaded. */
  approvals(): number;
  rpc(network: Network): Rpc;
  /** Returns a read that needs no approval, unless such reads are to hang. Throws 4900. */
  readSilently<T>(read: () => T): Promise<T>;
  /** Asks the person, as the switches have it; resolves to the picked accounts. Throws 4001, 4900, -32002. */
  approve(question: Question): Promise<readonly string[]>;
  /** The accounts the site sees; asks the person if there is none. Throws 4001, 4900. */
  connect(): Promise<readonly string[]>;
  /** Asks the person which accounts the site may see, whatever it saw before. Throws 4001, 4900. */
  requestAccounts(): Promise<readonly string[]>;
  /** Lets the site see these accounts, and those of the other families where the switch says so. */
  grant(accounts: readonly string[]): void;
}

/** What a wallet core is made from. */
export interface WalletParts
  extends Pick<
    WalletCore,
    'id' | 'family' | 'name' | 'accounts' | 'networks' | 'store' | 'first' | 'platform'
  > {
  readonly ask: Ask;
  /** The same wallet in the other families. */
  readonly others: () => readonly WalletCore[];
}

/** Makes the part that the wallets of all families share. */
export function createWalletCore(parts: WalletParts): WalletCore {
  const { store, first, platform } = parts;
  const isPresent = () =>
    !store.get().switches.disappears && (first === undefined || first.get().switches.secondWallet);
  const assertPresent = () => {
    if (!isPresent()) throw gone();
  };
  const commands = createEmitter();
  let approvals = 0;
  const watch = (listener: () => void) => {
    const stops = [store.subscribe(listener), first?.subscribe(listener)];
    return () => {
      for (const stop of stops) stop?.();
    };
  };
  const approve = async (question: Question) => {
    assertPresent();
    const leaving = new AbortController();
    const leave = () => leaving.abort(gone());
    commands.on('update', leave);
    const stop = watch(() => isPresent() || leave());
    try {
      const accounts = await askPerson(parts, question, leaving.signal);
      approvals += 1;
      return accounts;
    } finally {
      stop();
      commands.off('update', leave);
    }
  };
  const grant = (accounts: readonly string[]) => {
    store.update((state) => toGranted(state, accounts));
    if (store.get().switches.connectsOthers) for (const other of parts.others()) connectUnasked(other);
  };
  const requestAccounts = async () => {
    const accounts = await approve(toConnectQuestion(parts));
    grant(accounts);
    return accounts;
  };
  return {
    ...parts,
    isPresent,
    assertPresent,
    commands,
    watch,
    known: () => (store.get().switches.otherNetworks ? [toElsewhere(parts)] : parts.networks),
    approvals: () => approvals,
    approve,
    grant,
    requestAccounts,
    rpc: (network) => createRpc(network, platform),
    readSilently: async (read) => {
      assertPresent();
      return store.get().switches.silentReadsHang ? new Promise<never>(() => {}) : read();
    },
    connect: async () => {
      const shown = toShownAccounts(store.get());
      assertPresent();
      return shown.length > 0 ? shown : requestAccounts();
    },
  };
}

/** Connects a wallet that nobody has asked, by its active account, unless the site sees it already. */
export function connectUnasked({ store, commands }: WalletCore): void {
  if (store.get().granted.length === 0) store.update((state) => toGranted(state, [state.active]));
  commands.emit('open');
}

function toElsewhere({ networks: [first] }: WalletParts): Network {
  const [namespace] = first.id.split(':');
  return {
    ...first,
    id: `${namespace}:${namespace === 'eip155' ? '999999' : 'elsewhere'}`,
    title: 'Elsewhere',
  };
}
