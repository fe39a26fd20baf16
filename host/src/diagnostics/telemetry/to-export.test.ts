import { contractVersion, type Happening } from '@linkspan/contract';
import { JsonLogsSerializer, JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { expect, it } from 'vitest';
import type { KeyValue, LogRecord, Span } from './otlp.ts';
import { toLogsExport, toTraceExport } from './to-export.ts';
import { createSignals, type Signal } from './to-signals.ts';

const service = { name: 'wallets', version: 'Dx_7-Q9a' };
const resource = {
  attributes: {
    'service.name': service.name,
    'service.version': service.version,
    'telemetry.sdk.name': 'linkspan',
    'telemetry.sdk.language': 'webjs',
    'telemetry.sdk.version': contractVersion,
  },
};
const instrumentationScope = { name: 'linkspan', version: contractVersion };

function collect(...happenings: readonly Happening[]): readonly Signal[] {
  const signals = createSignals(1_700_000_000_000);
  const found = happenings.flatMap(
    (one, index) => signals.of({ ...one, at: 1_700_000_001_234 + index }) ?? [],
  );
  return [{ span: signals.page(1_700_000_002_000) }, ...found];
}

/** What OpenTelemetry's own serializer makes of the same spans. */
function serialize(spans: readonly Span[]): unknown {
  const made = spans.map((span) => ({
    name: span.name,
    kind: span.kind - 1,
    spanContext: () => ({ traceId: span.traceId, spanId: span.spanId, traceFlags: 1 }),
    ...(span.parentSpanId && { parentSpanContext: { spanId: span.parentSpanId } }),
    startTime: toHrTime(span.startTimeUnixNano),
    endTime: toHrTime(span.endTimeUnixNano),
    attributes: toRecord(span.attributes),
    events: span.events.map(({ name, timeUnixNano }) => ({ name, time: toHrTime(timeUnixNano) })),
    status: span.status,
    links: [],
    resource,
    instrumentationScope,
  }));
  return read(JsonTraceSerializer.serializeRequest(made as never));
}

function serializeLogs(records: readonly LogRecord[]): unknown {
  const made = records.map((record) => ({
    ...record,
    hrTime: toHrTime(record.timeUnixNano),
    hrTimeObserved: toHrTime(record.observedTimeUnixNano),
    body: Object.values(record.body)[0],
    attributes: toRecord(record.attributes),
    spanContext: { traceId: record.traceId },
    resource,
    instrumentationScope,
  }));
  return read(JsonLogsSerializer.serializeRequest(made as never));
}

const toHrTime = (nano: string) => [Number(nano.slice(0, -9)), Number(nano.slice(-9))];
const toRecord = (attributes: readonly KeyValue[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      'intValue' in value ? Number(value.intValue) : value.stringValue,
    ]),
  );
const read = (bytes: Uint8Array | undefined) => JSON.parse(new TextDecoder().decode(bytes));

/** Without what says nothing: counts of nothing dropped, empty lists, the flags; a whole number as text, as protobuf has it. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const said = Object.entries(value).filter(
    ([key, one]) => one !== 0 && key !== 'flags' && !(Array.isArray(one) && one.length === 0),
  );
  return Object.fromEntries(said.map(([key, one]) => [key, key === 'intValue' ? String(one) : plain(one)]));
}

it('writes spans as OpenTelemetry’s own serializer does', () => {
  const about = { family: 'evm', attempt: 'one', wallet: 'practice' } as const;
  const spans = collect(
    {
      kind: 'stage',
      family: 'evm',
      remote: 'remote-evm',
      version: '0.1.0',
      stage: 'mount',
      durationMs: 12.4,
    },
    { kind: 'attempt', ...about, step: 'asking' },
    { kind: 'outcome', ...about, durationMs: 80, code: 'wallet/timeout' },
    { kind: 'request', family: 'evm', request: 'send', durationMs: 9 },
  ).flatMap((signal) => ('span' in signal ? signal.span : []));
  expect(spans).toHaveLength(4);
  expect(plain(JSON.parse(toTraceExport(service, spans)))).toEqual(plain(serialize(spans)));
});

it('writes logs as OpenTelemetry’s own serializer does', () => {
  const logs = collect(
    { kind: 'connection', family: 'near', status: 'connected' },
    { kind: 'transfer', family: 'near', state: 'failed', code: 'network/reverted' },
    { kind: 'release', family: 'evm', remote: 'remote-evm', version: '0.1.0', standing: 'superseded' },
    { kind: 'fault', family: 'evm', code: 'remote/malformed' },
  ).flatMap((signal) => ('log' in signal ? signal.log : []));
  expect(logs).toHaveLength(4);
  expect(plain(JSON.parse(toLogsExport(service, logs)))).toEqual(plain(serializeLogs(logs)));
});
