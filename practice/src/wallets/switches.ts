import { parseCount, parseRecord } from './shape.ts';

/** The faults a person or a test can switch on in one practice wallet. All are off at first. */
export interface Switches {
  /** Whatever needs an approval stays open for ever; no window appears. */
  readonly neverAnswers: boolean;
  /** Whatever needs an approval is rejected without a window. */
  readonly rejectsAtOnce: boolean;
  /** The answer comes this many milliseconds after the person's. 0 is off. */
  readonly answersLateMs: number;
  /** The wallet shows no account until the next approval to connect, which unlocks it. */
  readonly locked: boolean;
  /** At the next load the wallet announces itself this many milliseconds late. 0 is off. */
  readonly announcesLateMs: number;
  /** The wallet withdraws where its standard lets it, stops announcing itself and fails with 4900. */
  readonly disappears: boolean;
  /** Reads that need no approval stay open for ever. */
  readonly silentReadsHang: boolean;
  /** After the approval, sending fails with -32603 and nothing reaches the chain. */
  readonly failsWhenSending: boolean;
  /** Announces the second wallet of the family too. Without effect in the second wallet itself. */
  readonly secondWallet: boolean;
}

/** No faults. */
export const noSwitches: Switches = {
  neverAnswers: false,
  rejectsAtOnce: false,
  answersLateMs: 0,
  locked: false,
  announcesLateMs: 0,
  disappears: false,
  silentReadsHang: false,
  failsWhenSending: false,
  secondWallet: false,
};

/** What a switch is called in the panel. */
export const switchLabels: Readonly<Record<keyof Switches, string>> = {
  neverAnswers: 'Never answers',
  rejectsAtOnce: 'Rejects at once',
  answersLateMs: 'Answers late',
  locked: 'Locked',
  announcesLateMs: 'Announces late',
  disappears: 'Disappears',
  silentReadsHang: 'Silent reads hang',
  failsWhenSending: 'Fails when sending',
  secondWallet: 'Second wallet',
};

/** The longest delay a switch takes, in milliseconds. */
export const MOST_LATE_MS = 600_000;

/** Every switch, in the order of the panel. */
export const switchNames: readonly (keyof Switches)[] = Object.keys(noSwitches).filter(isSwitchName);

/** Reads some of the switches. Throws a TypeError that names the field. */
export function parseSwitches(value: unknown, where: string): Partial<Switches> {
  const given = parseRecord(value, where, switchNames);
  return Object.fromEntries(
    Object.entries(given).map(([name, setting]) => [name, parseSetting(name, setting, `${where}.${name}`)]),
  );
}

function isSwitchName(name: string): name is keyof Switches {
  return Object.hasOwn(noSwitches, name);
}

function parseSetting(name: string, setting: unknown, where: string): boolean | number {
  if (name.endsWith('Ms')) return parseCount(setting, where, MOST_LATE_MS);
  if (typeof setting === 'boolean') return setting;
  throw new TypeError(`${where} must be true or false.`);
}
