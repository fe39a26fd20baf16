import type { Events, ShellEvent } from '@linkspan/contract';
import type { TelemetryConfig } from '../../config.ts';
import type { LogRecord, Span } from './otlp.ts';
import { createSender, type SenderNeeds } from './sender.ts';
import { toLogsExport, toTraceExport } from './to-export.ts';
import { createSignals } from './to-signals.ts';

/** What sending needs of the page. */
export interface TelemetryNeeds {
  readonly events: Events;
  readonly telemetry: TelemetryConfig;
  /** Names the build that the page runs. */
  readonly version: string;
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener'>;
  readonly window: Pick<EventTarget, 'addEventListener'>;
  /** When the page's navigation began, in milliseconds since 1970. */
  readonly begunAt: number;
  now(): number;
  readonly fetch: SenderNeeds<unknown>['fetch'];
}

/** Sends what has happened and what happens to the operator's collector, by OTLP over HTTP, as long as the page lives. */
export function startTelemetry(needs: TelemetryNeeds): void {
  const { events, telemetry, fetch, document, window } = needs;
  const service = { name: telemetry.service ?? 'linkspan', version: needs.version };
  const spans = createSender<Span>({
    url: new URL('v1/traces', telemetry.url).href,
    toBody: (items) => toTraceExport(service, items),
    fetch,
  });
  const logs = createSender<LogRecord>({
    url: new URL('v1/logs', telemetry.url).href,
    toBody: (items) => toLogsExport(service, items),
    fetch,
  });
  const signals = createSignals(needs.begunAt);
  const add = (event: ShellEvent) => {
    const signal = signals.of(event);
    if (signal === undefined) return;
    if ('span' in signal) spans.add(signal.span);
    else logs.add(signal.log);
  };

  spans.add(signals.page(needs.now()));
  for (const event of events.recent()) add(event);
  events.listen(add);
  const flush = () => {
    for (const sender of [spans, logs]) sender.flush(true);
  };
  // A phone may end a hidden page without a word.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush());
  window.addEventListener('pagehide', flush);
}
