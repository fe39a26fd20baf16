import { isRecord } from './shape.ts';
import { noSwitches, parseSwitches, type Switches } from './switches.ts';

/** What a practice wallet remembers between loads, for this origin. */
export interface WalletState {
  /** The account that is chosen in the wallet. */
  readonly active: string;
  /** The accounts that this site may see; none when it is not connected. */
  readonly granted: readonly string[];
  /** CAIP-2 of the network that is chosen in the wallet. Only EVM wallets have a choice. */
  readonly network: string;
  readonly switches: Switches;
}

/** What a wallet has to choose from. */
export interface WalletChoices {
  readonly accounts: readonly [string, ...string[]];
  readonly networks: readonly [string, ...string[]];
}

/** The accounts the site sees now: the active one first, none while locked. */
export function toShownAccounts({ active, granted, switches }: WalletState): readonly string[] {
  if (switches.locked) return [];
  if (!granted.includes(active)) return [...granted];
  return [active, ...granted.filter((account) => account !== active)];
}

/** Lets the site see these accounts, the first of them active, and unlocks. */
export function toGranted(state: WalletState, accounts: readonly string[]): WalletState {
  const [active = state.active] = accounts;
  return { ...state, active, granted: accounts, switches: { ...state.switches, locked: false } };
}

/** Makes an account the active one; a connected site sees it from then on. */
export function toActive(state: WalletState, active: string): WalletState {
  const isNew = state.granted.length > 0 && !state.granted.includes(active);
  return { ...state, active, granted: isNew ? [...state.granted, active] : state.granted };
}

/** Takes the active account out of what the site may see; the next one of those becomes active. */
export function toRemoved(state: WalletState): WalletState {
  const granted = state.granted.filter((account) => account !== state.active);
  const [active = state.active] = granted;
  return { ...state, active, granted };
}

/** Takes back what the site was allowed to see. */
export function toRevoked(state: WalletState): WalletState {
  return { ...state, granted: [] };
}

/** Reads a remembered state. What is malformed, or no longer to be chosen, falls back to the first choice. */
export function parseWalletState(value: unknown, choices: WalletChoices): WalletState {
  const given = isRecord(value) ? value : {};
  const granted = Array.isArray(given.granted) ? given.granted : [];
  return {
    active: choose(choices.accounts, given.active),
    granted: choices.accounts.filter((account) => granted.includes(account)),
    network: choose(choices.networks, given.network),
    switches: { ...noSwitches, ...parseRememberedSwitches(given.switches) },
  };
}

function choose(choices: readonly [string, ...string[]], wanted: unknown): string {
  return choices.find((choice) => choice === wanted) ?? choices[0];
}

function parseRememberedSwitches(value: unknown): Partial<Switches> {
  try {
    return parseSwitches(value, 'switches');
  } catch {
    // An older page may have remembered other switches: start without faults.
    return {};
  }
}
