import { toBuild } from '../diagnostics/telemetry/to-build.ts';
import type { Handover } from './hand-over.ts';

/** Begins to send what happens to the operator's collector, where the configuration names one. */
export async function sendTelemetry({ config, stream }: Pick<Handover, 'config' | 'stream'>): Promise<void> {
  const { telemetry } = config;
  if (telemetry === undefined) return;
  const { startTelemetry } = await import('./lazy.ts');
  startTelemetry({
    events: stream.events,
    telemetry,
    version: toBuild(import.meta.url),
    document,
    window,
    begunAt: performance.timeOrigin,
    now: Date.now,
    fetch: (url, init) => fetch(url, init),
  });
}
