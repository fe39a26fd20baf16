import { toReason } from '@linkspan/stack/say';
import { type Sample, toText } from './figures.ts';
import { type Family, families, type Noted } from './in-page/settings.ts';
import { applicationNames, pageNames, type Target, type TargetName } from './targets.ts';
import type { Exchange } from './traffic.ts';
import { type Equipment, openVisitor, type Seen, type Visit } from './visitor.ts';

type Step = Omit<Visit, 'target'> & {
  /** Without a name the visit only prepares those that follow. */
  readonly scenario?: string;
};

/** Visits of one person, one after another, and the pages that are compared by them. */
interface Stay {
  readonly targets: readonly TargetName[];
  steps(round: number): readonly Step[];
}

const all = Object.keys(pageNames) as readonly TargetName[];
const applications = Object.keys(applicationNames) as readonly TargetName[];
const connected = families.map((family): Noted => `send-${family}`);
const site = { from: 'another site', until: ['button'] } as const;
const opening = { from: 'another site', opensAfterMs: 0, until: ['list'] } as const;
const showing = { from: 'another site', until: ['shown'] } as const;
const again = { from: 'reload', until: connected } as const;

/** The presses at so many milliseconds after the button's first paint. */
const pressTimes = [0, 20, 50];

const stays: readonly Stay[] = [
  {
    targets: all,
    steps: () => [
      { ...opening, scenario: 'first' },
      { ...opening, scenario: 'second' },
      { ...opening, scenario: 'second-reload', from: 'reload' },
    ],
  },
  {
    targets: all,
    // V8's code cache is used from the third visit on, and only after a reload.
    steps: (round) => [
      { ...opening, scenario: 'approve-0', presses: rotate(families, round) },
      again,
      { ...again, scenario: 'back-reload' },
      { ...again, scenario: 'back', from: 'another site' },
    ],
  },
  {
    targets: ['build', 'shell'],
    steps: (round) => [
      { ...opening, scenario: 'approve-1500', presses: rotate(families, round), approvesAfterMs: 1_500 },
    ],
  },
  { targets: ['hand', 'build', 'shell'], steps: () => [{ ...site, scenario: 'still' }] },
  {
    targets: applications,
    steps: () => [
      { ...showing, scenario: 'application-first' },
      { ...showing, scenario: 'application-new-tab', from: 'new tab' },
    ],
  },
  // The other second visits are of other people.
  { targets: applications, steps: () => [showing, { ...showing, scenario: 'application-another-site' }] },
  {
    targets: applications,
    steps: () => [showing, { ...showing, scenario: 'application-reload', from: 'reload' }],
  },
  ...pressTimes.map(
    (opensAfterMs): Stay => ({
      targets: ['shell'],
      steps: () => [{ ...site, until: [], scenario: `press-${opensAfterMs}`, opensAfterMs }],
    }),
  ),
];

/** Takes the samples of all rounds: each round visits every page by turns, and another one first. Prints each visit. */
export async function takeRounds(
  targets: readonly Target[],
  rounds: number,
  equipment: Equipment,
  print: (line: string) => void,
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const stay of stays) {
      const compared = targets.filter(({ name }) => stay.targets.includes(name));
      for (const target of rotate(compared, round))
        samples.push(...(await takeStay(target, round, stay.steps(round), equipment, print)));
    }
  }
  return [...samples, ...sumPresses(samples)];
}

function rotate<Item>(items: readonly Item[], by: number): readonly Item[] {
  const first = by % (items.length || 1);
  return [...items.slice(first), ...items.slice(0, first)];
}

/** A visit that fails is printed, and ends its stay. */
async function takeStay(
  target: Target,
  round: number,
  steps: readonly Step[],
  equipment: Equipment,
  print: (line: string) => void,
): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const visitor = await openVisitor(equipment);
  try {
    for (const { scenario, ...step } of steps) {
      const seen = await visitor.visit({ ...step, target });
      if (scenario === undefined) continue;
      const values = toValues(seen, target);
      samples.push({ target: target.name, scenario, round, values });
      print(`round ${round + 1}, ${target.name}, ${scenario}: ${toLine(values)}`);
    }
  } catch (error) {
    const [reason] = toReason(error).split('\n');
    print(`round ${round + 1}, ${target.name}: FAILED after ${samples.length} visits. ${reason}`);
  } finally {
    await visitor.close();
  }
  return samples;
}

/** The bytes that a returning visitor, who has connected Solana, loads again after `release` made one line new. */
export async function takeUpdate(
  target: Target,
  equipment: Equipment,
  release: () => Promise<readonly string[]>,
): Promise<Sample> {
  const visitor = await openVisitor(equipment);
  try {
    await visitor.visit({ ...opening, target, presses: ['solana'] });
    const added = await release();
    const { exchanges } = await visitor.visit({ target, from: 'another site', until: ['send-solana'] });
    const own = exchanges.filter(({ url }) => url.startsWith(`${target.homes?.solana}`));
    if (!own.some(({ url, bytes }) => bytes > 0 && added.some((file) => url.endsWith(`/${file}`))))
      throw new Error('The page has not loaded the new release.');
    return { target: target.name, scenario: 'updated', round: 0, values: { refetchedBytes: sum(own) } };
  } finally {
    await visitor.close();
  }
}

/** The measures of a visit: times in milliseconds from the navigation, or between the two that are named. */
export function toValues(seen: Seen, target: Pick<Target, 'homes'>): Sample['values'] {
  const { notes, exchanges, inlineBytes, heapBytes } = seen;
  const { buttonMs, openedMs, drawnMs, listMs, shownMs } = notes;
  const values: Record<string, number | undefined> = {
    ...{ buttonMs, openedMs, drawnMs, listMs, shownMs },
    ...{
      heapBytes,
      jsBytes: inlineBytes + sum(exchanges.filter(isScript)),
      requests: exchanges.length,
      allBytes: sum(exchanges),
    },
    accountMs: latest(notes.account),
    connectedMs: latest(notes.connected),
    sendMs: latest(notes.send),
  };
  if (listMs !== undefined) {
    const before = exchanges.filter(({ endMs }) => endMs <= listMs);
    values.listBytes = sum(before);
    values.listRequests = before.length;
  }
  for (const family of families) {
    const [approved, connected] = [notes.approved[family], notes.connected[family]];
    if (approved === undefined || connected === undefined) continue;
    values[`${family}ApprovedMs`] = connected - approved;
    const home = target.homes?.[family];
    if (home !== undefined) values[`${family}Bytes`] = sum(exchanges.filter(isConnector(home, connected)));
  }
  const measured = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(measured) as Sample['values'];
}

/** The last family's time; undefined unless all have one. */
function latest(times: Partial<Record<Family, number>>): number | undefined {
  const last = Math.max(...families.map((family) => times[family] ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(last) ? last : undefined;
}

/** A script of a remote that was requested before it was connected, without its discovery, which every visitor loads. */
function isConnector(home: string, connectedMs: number) {
  return (one: Exchange) =>
    isScript(one) &&
    one.url.startsWith(home) &&
    one.startMs < connectedMs &&
    !/\/discovery[^/]*$/.test(one.url);
}

/** Scripts that the page fetches as text are among them. */
function isScript({ type, url }: Exchange): boolean {
  return type === 'Script' || new URL(url).pathname.endsWith('.js');
}

function sum(exchanges: readonly Exchange[]): number {
  return exchanges.reduce((total, { bytes }) => total + bytes, 0);
}

/** The presses that did not open the dialog, of each round and page, of all times together. */
export function sumPresses(samples: readonly Sample[]): readonly Sample[] {
  const sums = new Map<string, Sample>();
  for (const { target, scenario, round, values } of samples) {
    if (!scenario.startsWith('press-')) continue;
    const key = `${target} ${round}`;
    const lost = (sums.get(key)?.values.lost ?? 0) + (values.openedMs === undefined ? 1 : 0);
    const tries = (sums.get(key)?.values.tries ?? 0) + 1;
    sums.set(key, { target, scenario: 'presses', round, values: { lost, tries } });
  }
  return [...sums.values()];
}

/** Measures of a line of progress. */
const told = [
  'shownMs',
  'buttonMs',
  'openedMs',
  'listMs',
  'accountMs',
  'connectedMs',
  'sendMs',
  'requests',
  'jsBytes',
];

function toLine(values: Sample['values']): string {
  const shown = [...told, ...families.map((family) => `${family}ApprovedMs`)];
  return shown
    .flatMap((measure) => {
      const value = values[measure];
      return value === undefined ? [] : [`${measure.replace(/(Ms|Bytes)$/, '')} ${toText(value, measure)}`];
    })
    .join(', ');
}
