/** A value as OTLP has it in JSON: `AnyValue`. Whole numbers of 64 bits are written as text. */
type AnyValue = { readonly stringValue: string } | { readonly intValue: string };

export interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

/** What is known of a span or a log, by the attributes' names; what is undefined is left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A span in OTLP's JSON encoding, as far as the page fills it in. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: 1;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly events: readonly { readonly timeUnixNano: string; readonly name: string }[];
  /** 0 where nothing is said of it, 2 for an error. */
  readonly status: { readonly code: 0 | 2 };
}

/** A log record in OTLP's JSON encoding, as far as the page fills it in. */
export interface LogRecord {
  readonly timeUnixNano: string;
  readonly observedTimeUnixNano: string;
  /** 9 is INFO, 13 WARN. */
  readonly severityNumber: 9 | 13;
  readonly severityText: 'INFO' | 'WARN';
  readonly eventName: string;
  readonly body: AnyValue;
  readonly attributes: readonly KeyValue[];
  readonly traceId: string;
}

/** OTLP 1: "JSON Protobuf Encoding". */
export function toKeyValues(attributes: Attributes): readonly KeyValue[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: toAnyValue(value) }],
  );
}

function toAnyValue(value: string | number): AnyValue {
  return typeof value === 'string' ? { stringValue: value } : { intValue: String(Math.round(value)) };
}

/** Milliseconds since 1970, as nanoseconds. */
export function toNano(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}

/** An id of so many random bytes, in hexadecimal: 16 for a trace, 8 for a span. */
export function newId(bytes: 8 | 16): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
