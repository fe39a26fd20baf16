import { CommandError, UsageError } from '../errors.ts';
import type { Asked, Means, Options } from '../verb.ts';
import { type Collector, defaultQueries, openCollector } from './collector.ts';
import type { Bounds } from './judge.ts';

/** The options of a promotion that goes on by itself. */
export const watchOptions: Options = {
  watch: {
    text: 'raise the share step by step while the collector counts no more failures; take it back if it does',
  },
  steps: { value: 'PERCENT,…', text: 'the shares of --watch, rising; else 1,10,50,100' },
  every: { value: 'MINUTES', text: 'how long each share of --watch lasts at least; else 15' },
  collector: {
    value: 'URL',
    text: 'who counts visits and failures: an API as Prometheus’s; is sent LINKSPAN_COLLECTOR_TOKEN if that is set',
  },
  'most-failures': {
    value: 'PERCENT',
    text: 'how many more of a hundred visits may fail than with the old release; else 1',
  },
  'least-visits': { value: 'N', text: 'how many visits within --every it takes to go on; else 100' },
  'visits-query': {
    value: 'QUERY',
    text: `what is asked for visits, $remote and $window filled in; else ${defaultQueries.visits}`,
  },
  'failures-query': {
    value: 'QUERY',
    text: `what is asked for failures, in the same way; else ${defaultQueries.failures}`,
  },
  blind: { text: 'with --watch and without a collector: go on by time alone, whatever happens to visitors' },
};

/** How a promotion goes on by itself. */
export interface WatchPlan extends Bounds {
  /** Shares in whole percent, rising. */
  readonly steps: readonly number[];
  readonly everyMinutes: number;
  /** Undefined: it goes on by time alone. */
  readonly collector: Collector | undefined;
}

/** The plan that is asked for. Throws `UsageError`; `command/blind` where nobody watches and nobody said that it may be so. */
export function toWatchPlan(asked: Asked, { env, fetch }: Means): WatchPlan {
  if (asked.one('share') !== undefined) throw new UsageError('--watch has --steps instead of --share.');
  const everyMinutes = asked.whole('every') ?? 15;
  if (everyMinutes < 1) throw new UsageError('--every should be at least 1 minute.');
  const plan = {
    steps: toSteps(asked.one('steps') ?? '1,10,50,100'),
    everyMinutes,
    mostFailures: toPercent(asked.one('most-failures') ?? '1'),
    leastVisits: asked.whole('least-visits') ?? 100,
  };
  const address = asked.one('collector');
  if (asked.has('blind')) {
    if (address !== undefined) throw new UsageError('--blind is for those who have no --collector.');
    return { ...plan, collector: undefined };
  }
  if (address === undefined) throw new CommandError('command/blind', {});
  const queries = {
    visits: asked.one('visits-query') ?? defaultQueries.visits,
    failures: asked.one('failures-query') ?? defaultQueries.failures,
  };
  const token = env.LINKSPAN_COLLECTOR_TOKEN;
  return {
    ...plan,
    collector: openCollector({
      address: toAddress(address),
      queries,
      windowMinutes: everyMinutes,
      token,
      fetch,
    }),
  };
}

/** Refuses options of `--watch` without it. Throws `UsageError`. */
export function assertNoWatchOptions(asked: Asked): void {
  const name = Object.keys(watchOptions).find((one) => asked.has(one) || asked.one(one) !== undefined);
  if (name !== undefined) throw new UsageError(`--${name} belongs to --watch, which is missing.`);
}

function toSteps(text: string): readonly number[] {
  const steps = text.split(',').map((one) => (/^\d{1,3}$/.test(one) ? Number(one) : 0));
  if (steps.every((one, index) => one > (steps[index - 1] ?? 0) && one <= 100)) return steps;
  throw new UsageError(`--steps should be rising shares from 1 to 100 such as 1,10,100, not “${text}”.`);
}

function toPercent(text: string): number {
  if (/^\d{1,3}(\.\d{1,4})?$/.test(text) && Number(text) <= 100) return Number(text);
  throw new UsageError(`--most-failures should be a number from 0 to 100, not “${text}”.`);
}

function toAddress(text: string): URL {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  if (address !== undefined && /^https?:$/.test(address.protocol) && address.username === '') return address;
  throw new UsageError(`--collector should be an http or https address without a name in it, not “${text}”.`);
}
