import * as z from 'zod';
import { faultShape } from './faults.ts';

/** What a wallet has to choose from, the first of each chosen at first. */
export interface WalletChoices {
  readonly accounts: readonly string[];
  readonly networks: readonly string[];
  readonly isSecond: boolean;
}

/** What a wallet remembers. What is malformed, or no longer to be chosen, is as at first. */
const toShape = ({ accounts, networks, isSecond }: WalletChoices) =>
  z.object({
    /** The account that is chosen in the wallet. */
    active: z.enum(accounts).catch(accounts[0] ?? ''),
    /** The accounts that this site may see; none when it is not connected. */
    granted: z
      .array(z.string())
      .catch([])
      .transform((granted): readonly string[] => accounts.filter((one) => granted.includes(one))),
    /** CAIP-2 of the network that is chosen in the wallet. Where the page chooses, it has no effect. */
    network: z.string().catch(networks[0] ?? ''),
    /** Shows no account until the next approval to connect, which unlocks it. */
    locked: z.boolean().catch(false),
    /** Whether the wallet is in the browser: a second one is not at first, and one that was switched off is gone. */
    here: z.boolean().catch(!isSecond),
    faults: z.array(faultShape).readonly().catch([]),
  });

/** What a practice wallet remembers between loads, for this origin. */
export type WalletState = Readonly<z.infer<ReturnType<typeof toShape>>>;

/** What a test or the panel changes in a wallet, as a person could. */
export const changeShape = z.strictObject({
  /** The account to be active, by its address or its name, such as `Pier`. */
  account: z.string().optional(),
  /** CAIP-2, where the wallet chooses the network. */
  network: z.string().optional(),
  /** Takes the active account out of what the site may see. */
  removeAccount: z.literal(true).optional(),
  /** Takes back what the site was allowed. */
  disconnect: z.literal(true).optional(),
  locked: z.boolean().optional(),
  here: z.boolean().optional(),
  /** All the faults that are on from now. */
  faults: z.array(faultShape).optional(),
});
export type StateChange = z.infer<typeof changeShape>;

/** The accounts that the site sees now: the active one first, none while locked. */
export function toShown({ active, granted, locked }: WalletState): readonly string[] {
  if (locked) return [];
  return granted.includes(active) ? [active, ...granted.filter((account) => account !== active)] : granted;
}

/** Lets the site see these accounts, the first of them active, and unlocks. */
export function toGranted(state: WalletState, accounts: readonly string[]): WalletState {
  return { ...state, active: accounts[0] ?? state.active, granted: accounts, locked: false };
}

/** The state after a change. A connected site sees an account that becomes active. */
export function toChanged(state: WalletState, change: StateChange): WalletState {
  const { account, network, removeAccount, disconnect, locked, here, faults } = change;
  let next = { ...state };
  if (locked !== undefined) next.locked = locked;
  if (here !== undefined) next.here = here;
  if (network !== undefined) next.network = network;
  if (faults !== undefined) next.faults = faults;
  if (account !== undefined) {
    const isNew = next.granted.length > 0 && !next.granted.includes(account);
    next = { ...next, active: account, granted: isNew ? [...next.granted, account] : next.granted };
  }
  if (removeAccount) {
    const granted = next.granted.filter((one) => one !== next.active);
    next = { ...next, granted, active: granted[0] ?? next.active };
  }
  return disconnect ? { ...next, granted: [] } : next;
}

/** What begins the name of all that the practice wallets keep in the page's storage. */
export const storagePrefix = 'practice-wallet:';

/** Storage that a browser may refuse at each use: what it does not keep lasts as long as the page. */
export type PageStorage = () => Pick<Storage, 'getItem' | 'setItem'>;

/** A wallet's state, kept in the page's storage. */
export type WalletStore = ReturnType<typeof openWalletStore>;

export function openWalletStore(id: string, choices: WalletChoices, storage: PageStorage) {
  const key = `${storagePrefix}${id}`;
  const listeners = new Set<(before: WalletState) => void>();
  const shape = toShape(choices);
  const read = () =>
    shape.safeParse(attempt(() => JSON.parse(storage().getItem(key) ?? ''))).data ?? shape.parse({});
  let state = read();
  const become = (next: WalletState) => {
    const before = state;
    state = next;
    for (const listener of [...listeners]) listener(before);
  };
  return {
    get: () => state,
    set(next: WalletState) {
      attempt(() => storage().setItem(key, JSON.stringify(next)));
      become(next);
    },
    /** Reads again what is kept, after another tab has changed it. */
    refresh: () => become(read()),
    /** Calls after each change with the state before; returns the undoing. */
    subscribe(listener: (before: WalletState) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The value, or undefined if reading it throws. */
export function attempt<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
