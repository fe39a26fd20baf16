import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEventStream } from '../event-stream.ts';
import { startTelemetry } from './start-telemetry.ts';

/** What a collector gets: the end of the address, what is in it, and whether it may outlive the page. */
let asked: { readonly path: string; readonly names: readonly string[]; readonly isLast: boolean }[];
let bodies: string[];

beforeEach(() => {
  vi.useFakeTimers();
  [asked, bodies] = [[], []];
});
afterEach(() => void vi.useRealTimers());

/** A page that has begun a second ago and has already had a fault. */
function start(telemetry: { readonly service?: string } = {}) {
  const { events, emit } = createEventStream({ now: () => 5_000 });
  emit({ kind: 'fault', code: 'remote/failed' });
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const window = new EventTarget();
  startTelemetry({
    events,
    telemetry: { url: 'https://collector.example/otlp/', ...telemetry },
    version: 'x7Q',
    document: document as EventTarget & Pick<Document, 'visibilityState'>,
    window,
    begunAt: 4_000,
    now: () => 5_000,
    async fetch(url, { body, keepalive }) {
      const names = [...String(body).matchAll(/"(?:eventName|name)":"(linkspan\.[\w.]+)"/g)];
      asked.push({
        path: url.replace('https://collector.example', ''),
        names: names.map(([, name = '']) => name),
        isLast: keepalive === true,
      });
      bodies.push(String(body));
      return { status: 200 };
    },
  });
  return { emit, document, window };
}

const traces = (...names: string[]) => ({ path: '/otlp/v1/traces', names, isLast: true });
const logs = (...names: string[]) => ({ path: '/otlp/v1/logs', names, isLast: true });

describe('telemetry', () => {
  it('sends what has happened before it started and what happens then, spans and logs each to their address', async () => {
    const { emit } = start();
    emit({ kind: 'connection', family: 'evm', status: 'connected' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toEqual([
      { ...traces('linkspan.page'), isLast: false },
      { ...logs('linkspan.fault', 'linkspan.connection'), isLast: false },
    ]);
    expect(bodies[0]).toContain('"startTimeUnixNano":"4000000000","endTimeUnixNano":"5000000000"');
  });

  it('sends an attempt as one span, once it has ended', async () => {
    const { emit } = start();
    const about = { family: 'evm', attempt: 'one', wallet: 'anvil' } as const;
    emit({ kind: 'attempt', ...about, step: 'asking' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toHaveLength(2);
    emit({ kind: 'outcome', ...about, durationMs: 10 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked.at(-1)).toMatchObject({ path: '/otlp/v1/traces', names: ['linkspan.attempt'] });
  });

  it('sends what waits as soon as the page is hidden or left, and not when it is shown', async () => {
    const { document, window, emit } = start();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(asked).toEqual([]);
    document.visibilityState = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(asked).toEqual([traces('linkspan.page'), logs('linkspan.fault')]);
    await vi.advanceTimersByTimeAsync(0);
    emit({ kind: 'connection', family: 'evm', status: 'connected' });
    window.dispatchEvent(new Event('pagehide'));
    expect(asked.at(-1)).toEqual(logs('linkspan.connection'));
  });

  it('names the operator’s service, or itself, and the build', async () => {
    start({ service: 'wallets' });
    start();
    await vi.advanceTimersByTimeAsync(5_000);
    const named = (name: string) =>
      `"service.name","value":{"stringValue":"${name}"}},{"key":"service.version","value":{"stringValue":"x7Q"}}`;
    expect(bodies.map((body) => [body.includes(named('wallets')), body.includes(named('linkspan'))])).toEqual(
      [
        [true, false],
        [true, false],
        [false, true],
        [false, true],
      ],
    );
  });
});
