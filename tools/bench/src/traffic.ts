import { setTimeout } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';

/** A request; times are milliseconds from the navigation, bytes are of the body as it was transferred. */
export interface Exchange {
  readonly url: string;
  readonly type: string;
  readonly startMs: number;
  endMs: number;
  bytes: number;
}

/** A page that has requested nothing for so long rests, and so long it has to come to rest. */
const quietMs = 2_000;
const deadlineMs = 30_000;

/** Records the requests of a page. */
export async function recordTraffic(session: CDPSession) {
  let exchanges = new Map<string, Exchange>();
  let headers = new Map<string, number>();
  let zero: number | undefined;
  let changedMs = 0;
  const toMs = (timestamp: number) => (timestamp - (zero ?? timestamp)) * 1_000;
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', timestamp }) => {
    if (!request.url.startsWith('http')) return;
    zero ??= timestamp;
    changedMs = performance.now();
    const startMs = toMs(timestamp);
    exchanges.set(requestId, { url: request.url, type, startMs, endMs: Number.POSITIVE_INFINITY, bytes: 0 });
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    headers.set(requestId, response.encodedDataLength);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const exchange = exchanges.get(requestId);
    if (exchange) exchange.bytes += encodedDataLength;
  });
  const end = ({ requestId, timestamp }: { requestId: string; timestamp: number }) => {
    const exchange = exchanges.get(requestId);
    if (!exchange) return;
    changedMs = performance.now();
    exchange.endMs = toMs(timestamp);
  };
  session.on('Network.loadingFinished', (event) => {
    end(event);
    const exchange = exchanges.get(event.requestId);
    // Of a navigation there is only a sum at its end, with the headers.
    if (exchange?.type === 'Document' && exchange.bytes === 0)
      exchange.bytes = Math.max(0, event.encodedDataLength - (headers.get(event.requestId) ?? 0));
  });
  session.on('Network.loadingFailed', end);
  await session.send('Network.enable');
  return {
    exchanges: (): readonly Exchange[] => [...exchanges.values()],
    restart() {
      exchanges = new Map();
      headers = new Map();
      zero = undefined;
    },
    async untilQuiet(): Promise<void> {
      const beganMs = performance.now();
      changedMs = Math.max(changedMs, beganMs);
      const isQuiet = () =>
        performance.now() - changedMs >= quietMs &&
        [...exchanges.values()].every(({ endMs }) => Number.isFinite(endMs));
      while (!isQuiet()) {
        if (performance.now() - beganMs > deadlineMs) throw new Error('The page did not come to rest.');
        await setTimeout(50);
      }
    },
  };
}
