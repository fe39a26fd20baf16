import { afterEach, expect, it, vi } from 'vitest';
import type { PageConfig } from '../config.ts';
import { createEventStream } from '../diagnostics/event-stream.ts';
import { sendTelemetry } from './send-telemetry.ts';

afterEach(() => vi.unstubAllGlobals());

/** The addresses that a page with this configuration sends to before it is left, and what it sends. */
async function sentBy(config: Pick<PageConfig, 'telemetry'>) {
  const sent: (readonly [string, RequestInit])[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push([url, init]);
    return new Response();
  });
  const stream = createEventStream({ now: Date.now });
  await sendTelemetry({ config: config as PageConfig, stream });
  window.dispatchEvent(new Event('pagehide'));
  return sent;
}

it('sends nothing where the operator has named no collector', async () => {
  expect(await sentBy({})).toEqual([]);
});

it('sends to the operator’s collector how long the page took', async () => {
  const [[url, { body }] = ['', {}]] = await sentBy({ telemetry: { url: 'https://collector.example/' } });
  expect(url).toBe('https://collector.example/v1/traces');
  const nano = `${Math.round(performance.timeOrigin * 1e6)}`.slice(0, 10);
  expect(String(body)).toMatch(new RegExp(`"startTimeUnixNano":"${nano}`));
  expect(String(body)).toContain('"service.version","value":{"stringValue":"dev"}');
});
