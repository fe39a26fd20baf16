import type { TargetName } from './targets.ts';

/** What one visit measured. Names of times end in `Ms`, of sizes in `Bytes`; anything else is a number. */
export interface Sample {
  readonly target: TargetName;
  /** How the page was visited: see `scenarios`. */
  readonly scenario: string;
  /** Samples of one round were taken one after another, in one state of the machine. */
  readonly round: number;
  readonly values: Readonly<Record<string, number>>;
}

/** A median of rounds, with the lowest and the highest. */
export interface Figure {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Which values: one measure of one target in one scenario. */
export interface Series {
  readonly target: TargetName;
  readonly scenario: string;
  readonly measure: string;
}

/** The median of some numbers; undefined of none. */
export function toFigure(values: readonly number[]): Figure | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (lowest === undefined || highest === undefined || low === undefined || high === undefined)
    return undefined;
  return { median: (low + high) / 2, lowest, highest };
}

/** The figure of a series; undefined if it was not measured. */
export function amountOf(samples: readonly Sample[], series: Series): Figure | undefined {
  return toFigure([...byRound(samples, series).values()]);
}

/** The figure of the ratios to a base, one a round that measured both; undefined if none did. */
export function ratioOf(samples: readonly Sample[], series: Series, base: TargetName): Figure | undefined {
  const bases = byRound(samples, { ...series, target: base });
  const ratios = [...byRound(samples, series)].flatMap(([round, value]) => {
    const under = bases.get(round);
    return under ? [value / under] : [];
  });
  return toFigure(ratios);
}

/** The figure of the differences to a base, one a round that measured both; undefined if none did. */
export function differenceOf(
  samples: readonly Sample[],
  series: Series,
  base: TargetName,
): Figure | undefined {
  const bases = byRound(samples, { ...series, target: base });
  const differences = [...byRound(samples, series)].flatMap(([round, value]) => {
    const under = bases.get(round);
    return under === undefined ? [] : [value - under];
  });
  return toFigure(differences);
}

function byRound(samples: readonly Sample[], { target, scenario, measure }: Series): Map<number, number> {
  const found = samples.filter((one) => one.target === target && one.scenario === scenario);
  return new Map(
    found.flatMap(({ round, values }) => {
      const value = values[measure];
      return value === undefined ? [] : [[round, value] as const];
    }),
  );
}

/** A number for people: whole milliseconds, kB of 1,000 bytes with one decimal, ratios with two. */
export function toText(value: number, measure: string): string {
  const format = (digits: number) =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  if (measure === 'ratio') return format(2);
  if (measure.endsWith('Ms')) return `${format(0)} ms`;
  if (!measure.endsWith('Bytes')) return value.toLocaleString('en');
  return `${(value / 1000).toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} kB`;
}
