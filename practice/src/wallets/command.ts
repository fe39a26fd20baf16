import { parseRecord, parseText } from './shape.ts';
import { parseSwitches, type Switches } from './switches.ts';
import { isWalletId, type WalletId } from './wallet-id.ts';
import { toActive, toRevoked, type WalletState } from './wallet-state.ts';

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
  /** Takes back what the site was allowed. */
  readonly disconnect?: true;
}

/** What a command can choose from. */
export interface CommandChoices {
  readonly accounts: readonly { readonly name: string; readonly address: string }[];
  readonly networks: readonly { readonly id: string }[];
}

/** Reads a command. Throws a TypeError that names the field. */
export function parseCommand(value: unknown): WalletCommand {
  const given = parseRecord(value, 'detail', ['wallet', 'switches', 'account', 'network', 'disconnect']);
  const { wallet, switches, account, network, disconnect } = given;
  if (!isWalletId(wallet))
    throw new TypeError(`detail.wallet is "${String(wallet)}", which is no practice wallet.`);
  if (network !== undefined && !wallet.startsWith('evm')) {
    throw new TypeError('detail.network is for EVM wallets; in the other families the page chooses.');
  }
  if (disconnect !== undefined && disconnect !== true) throw new TypeError('detail.disconnect must be true.');
  return {
    wallet,
    ...(switches !== undefined && { switches: parseSwitches(switches, 'detail.switches') }),
    ...(account !== undefined && { account: parseText(account, 'detail.account') }),
    ...(network !== undefined && { network: parseText(network, 'detail.network') }),
    ...(disconnect && { disconnect }),
  };
}

/** Makes the changes of a command. Throws a TypeError if the wallet has no such account or network. */
export function toCommanded(
  state: WalletState,
  command: WalletCommand,
  choices: CommandChoices,
): WalletState {
  const { switches, account, network, disconnect } = command;
  const steps = [
    (from: WalletState) => ({ ...from, switches: { ...from.switches, ...switches } }),
    (from: WalletState) => (account === undefined ? from : toActive(from, findAccount(choices, account))),
    (from: WalletState) => (network === undefined ? from : { ...from, network: findId(choices, network) }),
    (from: WalletState) => (disconnect ? toRevoked(from) : from),
  ];
  return steps.reduce((from, step) => step(from), state);
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
