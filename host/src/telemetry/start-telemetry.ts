import type { Events, ShellEvent } from '@linkspan/contract';
import type { TelemetryConfig } from '../config.ts';
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
  readonly document: Document;
  readonly window: EventTarget;
  /** When the page's navigation began, in milliseconds since 1970. */
  readonly begunAt: number;
  now(): number;
  readonly fetch: SenderNeeds<unknown>['fetch'];
}

/** Sends what has happened and what happens to the operator's collector, by OTLP over HTTP. Answers what ends it. */
export function startTelemetry(needs: TelemetryNeeds): () => void {
  const { events, telemetry, fetch, document, window } = needs;
  const service = { name: telemetry.service ?? 'linkspan', version: needs.version };
  const [spansUrl, logsUrl] = ['v1/traces', 'v1/logs'].map((path) => new URL(path, telemetry.url).href);
  const spans = createSender<Span>({
    url: spansUrl as string,
    toBody: (items) => toTraceExport(service, items),
    fetch,
  });
  const logs = createSender<LogRecord>({
    url: logsUrl as string,
    toBody: (items) => toLogsExport(service, items),
    fetch,
  });
  const signals = createSignals(needs.begunAt);
  const add = (event: ShellEvent) => {
    const signal = signals.of(event);
    if (signal !== undefined && 'span' in signal) spans.add(signal.span);
    else if (signal !== undefined) logs.add(signal.log);
  };

  spans.add(signals.page(needs.now()));
  for (const event of events.recent()) add(event);
  const ended = new AbortController();
  const flush = () => {
    for (const sender of [spans, logs]) sender.flush(true);
  };
  // A phone may end a hidden page without a word.
  const whenHidden = () => document.visibilityState === 'hidden' && flush();
  document.addEventListener('visibilitychange', whenHidden, { signal: ended.signal });
  window.addEventListener('pagehide', flush, { signal: ended.signal });
  const end = events.listen(add);
  return () => {
    end();
    ended.abort();
    flush();
  };
}
