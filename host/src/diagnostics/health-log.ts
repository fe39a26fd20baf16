import type { Events, FamilyId, LoadStage, ShellEvent } from '@linkspan/contract';

/** How often, by the code that it ended with; `none` where it went well. */
export type ByCode = Readonly<Record<string, number>>;

/** How a stage of loading went, the last time. */
export interface StageTime {
  readonly durationMs: number;
  readonly code?: string;
}

/** What has happened in a family since the page was loaded, counted. */
export interface FamilyLog {
  readonly stages: Readonly<Partial<Record<LoadStage, StageTime>>>;
  readonly attempts: ByCode;
  readonly requests: ByCode;
  readonly faults: ByCode;
}

/** The event stream, counted. */
export interface HealthLog {
  of(family: FamilyId): FamilyLog;
  /** Faults of the page that are no family's. */
  faults(): ByCode;
  /** The latest that failed, newest first. */
  failures(): readonly (ShellEvent & { readonly code: string })[];
}

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

const mostFailures = 20;

/** Counts what has happened and what happens, for as long as the page lives. */
export function createHealthLog(events: Events): HealthLog {
  const families = new Map<FamilyId, Writable<FamilyLog>>();
  let faults: ByCode = {};
  let failures: readonly (ShellEvent & { readonly code: string })[] = [];

  const logOf = (family: FamilyId) => {
    const log = families.get(family) ?? { stages: {}, attempts: {}, requests: {}, faults: {} };
    families.set(family, log);
    return log;
  };

  function count(event: ShellEvent): void {
    if ('code' in event && event.code !== undefined)
      failures = [{ ...event, code: event.code }, ...failures].slice(0, mostFailures);
    if (event.kind === 'fault') {
      const { family, code } = event;
      if (family === undefined) faults = add(faults, code);
      else logOf(family).faults = add(logOf(family).faults, code);
    }
    if (event.kind === 'outcome')
      logOf(event.family).attempts = add(logOf(event.family).attempts, event.code);
    if (event.kind === 'request')
      logOf(event.family).requests = add(logOf(event.family).requests, event.code);
    if (event.kind === 'stage') {
      const { family, stage, durationMs, code } = event;
      const time = { durationMs, ...(code !== undefined && { code }) };
      logOf(family).stages = { ...logOf(family).stages, [stage]: time };
    }
  }

  for (const event of events.recent()) count(event);
  events.listen(count);
  return { of: logOf, faults: () => faults, failures: () => failures };
}

function add(counts: ByCode, code = 'none'): ByCode {
  return { ...counts, [code]: (counts[code] ?? 0) + 1 };
}
