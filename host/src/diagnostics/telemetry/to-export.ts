import { contractVersion } from '@linkspan/contract';
import { type LogRecord, type Span, toKeyValues } from './otlp.ts';

/** What sends: which service, and which build of it. */
export interface Service {
  readonly name: string;
  readonly version: string;
}

const scope = { name: 'linkspan', version: contractVersion };

/** `ExportTraceServiceRequest` of OTLP, as JSON. */
export function toTraceExport(service: Service, spans: readonly Span[]): string {
  return JSON.stringify({
    resourceSpans: [{ resource: toResource(service), scopeSpans: [{ scope, spans }] }],
  });
}

/** `ExportLogsServiceRequest` of OTLP, as JSON. */
export function toLogsExport(service: Service, logRecords: readonly LogRecord[]): string {
  return JSON.stringify({
    resourceLogs: [{ resource: toResource(service), scopeLogs: [{ scope, logRecords }] }],
  });
}

function toResource({ name, version }: Service) {
  return {
    attributes: toKeyValues({
      'service.name': name,
      'service.version': version,
      'telemetry.sdk.name': 'linkspan',
      'telemetry.sdk.language': 'webjs',
      'telemetry.sdk.version': contractVersion,
    }),
  };
}
