import type { UpdateKind } from './announcement.ts';
import { parseRecord, parseText } from './shape.ts';
import { parseSwitches, type Switches } from './switches.ts';
import { isWalletId, type WalletId } from './wallet-id.ts';
import { toActive, toRemoved, toRevoked, type WalletState } from './wallet-state.ts';

/** The event by which a test reaches into a wallet as the panel does. Its detail is a `WalletCommand`. */
export const COMMAND_EVENT = 'practice-wallet';

/** What is to change in one wallet. Several changes at once are made in this order. */
export interface WalletCommand {
  readonly wallet: WalletId;
  /** The switches to set; others stay. */
  readonly switches?: Partial<Switches>;
  /** The account to be active, by its address or its name, such as `Pier`. */
  readonly account?: string;
  /** CAIP-2 of the network to be chosen; EVM only. */
  readonly network?: string;
  /** Takes the account in use out of what the site may see. */
  readonly removeAccount?: true;
  /** Takes back what the site was allowed. */
  readonly disconnect?: true;
  /** Tells the page events, and announces wallets, that are none. */
  readonly tellRubbish?: true;
  /**
   * Replaces what was announced by a new object that claims the same, as an updated extension does; the old one is
   * dead. `clean`: the old one is withdrawn. `stale`: it stays announced.
   */
  readonly update?: UpdateKind;
}

/** What a command can choose from. */
export interface CommandChoices {
  readonly accounts: readonly { readonly name: string; readonly address: string }[];
  readonly networks: readonly { readonly id: string }[];
}

const flags = ['removeAccount', 'disconnect', 'tellRubbish'] as const;
const fields = ['wallet', 'switches', 'account', 'network', 'update', ...flags];

/** Reads a command. Throws a TypeError that names the field. */
export function parseCommand(value: unknown): WalletCommand {
  const given = parseRecord(value, 'detail', fields);
  const { wallet, switches, account, network, update } = given;
  if (!isWalletId(wallet))
    throw new TypeError(`detail.wallet is "${String(wallet)}", which is no practice wallet.`);
  if (network !== undefined && !wallet.startsWith('evm')) {
    throw new TypeError('detail.network is for EVM wallets; in the other families the page chooses.');
  }
  if (update !== undefined && update !== 'clean' && update !== 'stale') {
    throw new TypeError('detail.update must be clean or stale.');
  }
  return {
    wallet,
    ...(switches !== undefined && { switches: parseSwitches(switches, 'detail.switches') }),
    ...(account !== undefined && { account: parseText(account, 'detail.account') }),
    ...(network !== undefined && { network: parseText(network, 'detail.network') }),
    ...(update && { update }),
    ...Object.fromEntries(flags.filter((flag) => parseFlag(given[flag], flag)).map((flag) => [flag, true])),
  };
}

/** Makes the changes of a command to a wallet's state. Throws a TypeError if the wallet has no such account or network. */
export function toCommanded(
  state: WalletState,
  command: WalletCommand,
  choices: CommandChoices,
): WalletState {
  const { switches, account, network, removeAccount, disconnect } = command;
  const steps = [
    (from: WalletState) => ({ ...from, switches: { ...from.switches, ...switches } }),
    (from: WalletState) => (account === undefined ? from : toActive(from, findAccount(choices, account))),
    (from: WalletState) => (network === undefined ? from : { ...from, network: findId(choices, network) }),
    (from: WalletState) => (removeAccount ? toRemoved(from) : from),
    (from: WalletState) => (disconnect ? toRevoked(from) : from),
  ];
  return steps.reduce((from, step) => step(from), state);
}

function parseFlag(value: unknown, flag: string): boolean {
  if (value === undefined || value === true) return value === true;
  throw new TypeError(`detail.${flag} must be true.`);
}

function findAccount({ accounts }: CommandChoices, wanted: string): string {
  const found = accounts.find(({ name, address }) => name === wanted || address === wanted);
  if (found) return found.address;
  throw new TypeError(`detail.account is "${wanted}", which the wallet does not have.`);
}

function findId({ networks }: CommandChoices, wanted: string): string {
  const found = networks.find(({ id }) => id === wanted);
  if (found) return found.id;
  throw new TypeError(`detail.network is "${wanted}", which the wallet does not know.`);
}
