import type { AccountChoice, AccountLabel, ApprovalRequest, Ask } from './approval.ts';
import type { Family } from './family.ts';
import type { Network, Networks } from './network.ts';
import type { Platform } from './platform.ts';
import { createRpc, type Rpc } from './rpc.ts';
import { gone, rejected } from './wallet-error.ts';
import type { WalletId } from './wallet-id.ts';
import { toGranted, toShownAccounts } from './wallet-state.ts';
import type { WalletStore } from './wallet-store.ts';

/** What a wallet asks, apart from what is the same in all its requests. */
export type Question = Omit<ApprovalRequest, 'family' | 'wallet' | 'site'>;

/** What the wallets of all families are made of. */
export interface WalletCore {
  readonly id: WalletId;
  readonly family: Family;
  readonly name: string;
  readonly accounts: readonly [AccountLabel, ...AccountLabel[]];
  readonly networks: Networks;
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
  rpc(network: Network): Rpc;
  /** Answers a read that needs no approval, unless such reads are to hang. Throws 4900. */
  readSilently<T>(read: () => T): Promise<T>;
  /** Asks the person, as the switches have it; resolves to the picked accounts. Throws 4001, 4900. */
  approve(question: Question): Promise<readonly string[]>;
  /** The accounts the site sees; asks the person if there is none. Throws 4001, 4900. */
  connect(): Promise<readonly string[]>;
  /** Asks the person which accounts the site may see, whatever it saw before. Throws 4001, 4900. */
  requestAccounts(): Promise<readonly string[]>;
}

/** What a wallet core is made from. */
export interface WalletParts
  extends Pick<
    WalletCore,
    'id' | 'family' | 'name' | 'accounts' | 'networks' | 'store' | 'first' | 'platform'
  > {
  readonly ask: Ask;
}

/** Makes the part that the wallets of all families share. */
export function createWalletCore(parts: WalletParts): WalletCore {
  const { store, first, platform } = parts;
  const isPresent = () =>
    !store.get().switches.disappears && (first === undefined || first.get().switches.secondWallet);
  const assertPresent = () => {
    if (!isPresent()) throw gone();
  };
  const approve = async (question: Question) => {
    assertPresent();
    return decide(parts, question);
  };
  const requestAccounts = async () => {
    const accounts = await approve(toConnectQuestion(parts));
    store.update((state) => toGranted(state, accounts));
    return accounts;
  };
  return {
    ...parts,
    isPresent,
    assertPresent,
    watch: (listener) => {
      const stops = [store.subscribe(listener), first?.subscribe(listener)];
      return () => {
        for (const stop of stops) stop?.();
      };
    },
    approve,
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

async function decide(parts: WalletParts, question: Question): Promise<readonly string[]> {
  const { store, platform, ask, family, name } = parts;
  const { neverAnswers, rejectsAtOnce } = store.get().switches;
  if (neverAnswers) return new Promise<never>(() => {});
  const answer = rejectsAtOnce
    ? ({ kind: 'rejected' } as const)
    : await ask({ ...question, family, wallet: name, site: platform.origin });
  const { answersLateMs } = store.get().switches;
  if (answersLateMs > 0) await platform.wait(answersLateMs);
  if (answer.kind === 'rejected') throw rejected();
  return answer.accounts;
}

function toConnectQuestion({ store, accounts }: WalletParts): Question {
  const { active, switches } = store.get();
  const choice: AccountChoice = { picks: 'several', accounts, picked: active };
  const question = { title: 'Connect to this site', facts: [], choice };
  const note =
    'It will see the accounts you pick, and can ask you to sign. It cannot move anything by itself.';
  if (!switches.locked) return { ...question, note };
  return { ...question, note: `The wallet is locked; approving unlocks it. ${note}` };
}
