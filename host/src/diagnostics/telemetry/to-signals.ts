import type { FamilyId, ShellEvent } from '@linkspan/contract';
import { type Attributes, type LogRecord, newId, type Span, toKeyValues, toNano } from './otlp.ts';

/** What one event becomes; steps of an attempt are kept until it has ended. */
export type Signal = { readonly span: Span } | { readonly log: LogRecord };

/** What a person has decided is no error of anybody's. */
const decided: readonly string[] = ['wallet/rejected', 'wallet/cancelled', 'wallet/closed'];

type Of<Kind extends ShellEvent['kind']> = ShellEvent & { readonly kind: Kind };
type Timed = Of<'stage' | 'outcome' | 'request'>;

/**
 * Turns events into OTLP's signals, all in one trace: what has a duration into spans below the page's own, everything
 * else into logs. Each carries the release that its family runs.
 */
export function createSignals(begunAt: number): {
  /** The span of the page itself, from its navigation until now. */
  page(now: number): Span;
  of(event: ShellEvent): Signal | undefined;
} {
  const trace = { traceId: newId(16), spanId: newId(8) };
  const releases = new Map<FamilyId, Attributes>();
  const steps = new Map<string, Span['events'][number][]>();

  function toSpan(event: Timed, name: string): { readonly span: Span } {
    const { kind, at, durationMs, code, ...rest } = event;
    const events = 'attempt' in event ? (steps.get(event.attempt) ?? []) : [];
    return {
      span: {
        traceId: trace.traceId,
        spanId: newId(8),
        parentSpanId: trace.spanId,
        name,
        kind: 1,
        startTimeUnixNano: toNano(at - durationMs),
        endTimeUnixNano: toNano(at),
        attributes: toKeyValues(toAttributes(rest, code)),
        events,
        status: { code: code === undefined || decided.includes(code) ? 0 : 2 },
      },
    };
  }

  function toLog(event: Exclude<ShellEvent, Timed | Of<'attempt'>>): { readonly log: LogRecord } {
    const { kind, at, code, ...rest } = event;
    const eventName = `linkspan.${kind}`;
    return {
      log: {
        timeUnixNano: toNano(at),
        observedTimeUnixNano: toNano(at),
        ...(code === undefined
          ? { severityNumber: 9, severityText: 'INFO' }
          : { severityNumber: 13, severityText: 'WARN' }),
        eventName,
        body: { stringValue: eventName },
        attributes: toKeyValues(toAttributes(rest, code)),
        traceId: trace.traceId,
      },
    };
  }

  /** Names of OpenTelemetry's semantic conventions if there are any: `error.type`. */
  function toAttributes(fields: object, code: string | undefined): Attributes {
    const { family } = fields as { readonly family?: FamilyId };
    const known = { ...(family !== undefined && releases.get(family)), ...fields };
    const named = Object.entries(known).map(([name, value]) => [`linkspan.${name}`, value]);
    return { ...Object.fromEntries(named), 'error.type': code };
  }

  return {
    page: (now) => ({
      ...trace,
      name: 'linkspan.page',
      kind: 1,
      startTimeUnixNano: toNano(begunAt),
      endTimeUnixNano: toNano(now),
      attributes: [],
      events: [],
      status: { code: 0 },
    }),
    of(event) {
      if ('remote' in event) releases.set(event.family, { remote: event.remote, version: event.version });
      if (event.kind === 'attempt') {
        const before = steps.get(event.attempt) ?? [];
        steps.set(event.attempt, [...before, { timeUnixNano: toNano(event.at), name: event.step }]);
        return undefined;
      }
      if (event.kind === 'stage') return toSpan(event, `linkspan.stage.${event.stage}`);
      if (event.kind === 'request') return toSpan(event, `linkspan.request.${event.request}`);
      if (event.kind !== 'outcome') return toLog(event);
      const span = toSpan(event, 'linkspan.attempt');
      steps.delete(event.attempt);
      return span;
    },
  };
}
