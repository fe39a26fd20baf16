import { parseCount, parseRecord } from './shape.ts';

/** The settings of switches that have more than off and on; the first of each is off. */
export const switchChoices = {
  rubbish: ['none', 'accounts', 'network', 'null'],
  spelling: ['own', 'lower', 'upper'],
  signs: ['asAsked', 'zeros', 'anotherKey', 'anotherAccount', 'prefixed'],
  sends: ['asAsked', 'more', 'elsewhere'],
  networkSwitch: ['works', 'fails', 'failsAfter', 'onlySays'],
  announcesTwice: ['no', 'same', 'another'],
  icon: ['own', 'address', 'script', 'broken', 'huge'],
  poses: ['itself', 'name', 'first'],
} as const;

/** A switch that has more than off and on. */
export type ChoiceName = keyof typeof switchChoices;

type Choices = { readonly [Name in ChoiceName]: (typeof switchChoices)[Name][number] };

/** The faults a person or a test can switch on in one practice wallet. All are off at first. */
export interface Switches extends Choices {
  /** The wallet shows no account until the next approval to connect, which unlocks it. */
  readonly locked: boolean;
  /** An approval to connect also connects the wallet's accounts of the other families, as some wallets do. */
  readonly connectsOthers: boolean;
  /** The wallet counts as connected though nobody has asked, as with a permission kept from before. */
  readonly connectsUnasked: boolean;
  /** The wallet knows none of the page's networks: EVM is on another one, the others refuse those they are given. */
  readonly otherNetworks: boolean;
  /** What it answers and tells: no addresses (`accounts`), a chain id that is none (`network`), or always `null`. */
  readonly rubbish: Choices['rubbish'];
  /** How it writes its addresses: its own way, in lower case, in upper case. Without effect in Solana, whose have one spelling. */
  readonly spelling: Choices['spelling'];
  /** Whatever needs an approval fails with -32002, as if another request were open. */
  readonly alreadyAsking: boolean;
  /** Whatever needs an approval is rejected without a window. */
  readonly rejectsAtOnce: boolean;
  /** Whatever needs an approval ends as if the person had closed the wallet's window, in the family's own words. */
  readonly closesWindow: boolean;
  /** Whatever needs an approval stays open for ever; no window appears. */
  readonly neverAnswers: boolean;
  /** The person approves and the wallet acts on it, but its answer never comes. */
  readonly hangsAfterApproval: boolean;
  /** The answer comes this many milliseconds after the person's. 0 is off. */
  readonly answersLateMs: number;
  /** Nothing but connecting and reading is supported. Solana lacks the features, the others refuse the methods. */
  readonly unsupportedMethods: boolean;
  /** Signatures and ids of transactions come in another form than the standard has. */
  readonly otherSignatureForm: boolean;
  /**
   * What it signs a message or a sign-in with: a signature of zeros, that of a key of nobody's, that of its next
   * account, or its own over the same bytes with some before them.
   */
  readonly signs: Choices['signs'];
  /** After the approval, sending fails with -32603 and nothing reaches the chain. */
  readonly failsWhenSending: boolean;
  /** The transaction reaches the chain, and the page is told -32603. */
  readonly failsAfterSending: boolean;
  /**
   * Which transfer it signs and sends: the one that was asked for, one of fifty times the amount, or one to an account
   * of its own. It shows the one that was asked for.
   */
  readonly sends: Choices['sends'];
  /** The wallet withdraws where its standard lets it, stops announcing itself and fails with 4900. */
  readonly disappears: boolean;
  /** Every request hangs, and no event comes: the page has lost the extension, which nobody tells it. */
  readonly goesSilent: boolean;
  /** Reads that need no approval stay open for ever. */
  readonly silentReadsHang: boolean;
  /**
   * What becomes of a change of network, EVM only: it fails, it fails after the network was changed, or it is
   * answered as done and was not.
   */
  readonly networkSwitch: Choices['networkSwitch'];
  /** At the next load the wallet announces itself this many milliseconds late. 0 is off. */
  readonly announcesLateMs: number;
  /** From its next announcement on it announces the same object twice, or another one that claims the same. */
  readonly announcesTwice: Choices['announcesTwice'];
  /** Its icon from its next announcement on: an http address, a script, a broken picture, or one of 1 MB. */
  readonly icon: Choices['icon'];
  /** Announces the second wallet of the family too. Without effect in the second wallet itself. */
  readonly secondWallet: boolean;
  /**
   * Whom a second wallet claims to be from its next announcement on: one of the first wallet's name, or the first
   * wallet itself, by all that it can claim. Without effect in the first wallet.
   */
  readonly poses: Choices['poses'];
}

/** No faults, in the order of the panel. */
export const noSwitches: Switches = {
  locked: false,
  connectsOthers: false,
  connectsUnasked: false,
  otherNetworks: false,
  rubbish: 'none',
  spelling: 'own',
  alreadyAsking: false,
  rejectsAtOnce: false,
  closesWindow: false,
  neverAnswers: false,
  hangsAfterApproval: false,
  answersLateMs: 0,
  unsupportedMethods: false,
  otherSignatureForm: false,
  signs: 'asAsked',
  failsWhenSending: false,
  failsAfterSending: false,
  sends: 'asAsked',
  disappears: false,
  goesSilent: false,
  silentReadsHang: false,
  networkSwitch: 'works',
  announcesLateMs: 0,
  announcesTwice: 'no',
  icon: 'own',
  secondWallet: false,
  poses: 'itself',
};

/** The longest delay a switch takes, in milliseconds. */
export const MOST_LATE_MS = 600_000;

const switchNames = Object.keys(noSwitches);

/** An address as the wallet writes it. */
export function toSpelling(address: string, { spelling }: Switches): string {
  if (spelling === 'own') return address;
  const [, prefix = '', rest = ''] = /^(0x)?(.*)$/.exec(address) ?? [];
  return prefix + (spelling === 'upper' ? rest.toUpperCase() : rest.toLowerCase());
}

/** Reads some of the switches. Throws a TypeError that names the field. */
export function parseSwitches(value: unknown, where: string): Partial<Switches> {
  const given = parseRecord(value, where, switchNames);
  return Object.fromEntries(
    Object.entries(given).map(([name, setting]) => [name, parseSetting(name, setting, `${where}.${name}`)]),
  );
}

/** Whether a switch has more than off and on. */
function isChoiceName(name: string): name is ChoiceName {
  return Object.hasOwn(switchChoices, name);
}

function parseSetting(name: string, setting: unknown, where: string): boolean | number | string {
  if (isChoiceName(name)) return parseChoice(switchChoices[name], setting, where);
  if (name.endsWith('Ms')) return parseCount(setting, where, MOST_LATE_MS);
  if (typeof setting === 'boolean') return setting;
  throw new TypeError(`${where} must be true or false.`);
}

function parseChoice(choices: readonly string[], setting: unknown, where: string): string {
  const choice = choices.find((one) => one === setting);
  if (choice !== undefined) return choice;
  throw new TypeError(`${where} must be one of ${choices.join(', ')}.`);
}
