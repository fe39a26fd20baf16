import type { CDPSession } from 'playwright-core';

/** A request of a page, as the browser's network tells it; times are milliseconds from the navigation on. */
export interface Exchange {
  readonly url: string;
  readonly type: string;
  readonly startMs: number;
  endMs: number;
  /** Of the body as it came over the network; none where it came from the browser's cache. */
  bytes: number;
}

/** All requests of a page, in the order in which they were made. */
export interface Traffic {
  readonly exchanges: readonly Exchange[];
}

/** From now on notes what a page fetches. The first request is the navigation itself. */
export async function recordTraffic(session: CDPSession): Promise<Traffic> {
  const exchanges = new Map<string, Exchange>();
  const headers = new Map<string, number>();
  let zero: number | undefined;
  const toMs = (timestamp: number) => (timestamp - (zero ?? timestamp)) * 1_000;
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', timestamp }) => {
    // Data and blob addresses go over no network.
    if (!request.url.startsWith('http')) return;
    zero ??= timestamp;
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
    if (exchange) exchange.endMs = toMs(timestamp);
  };
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    end({ requestId, timestamp });
    const exchange = exchanges.get(requestId);
    // Of a navigation nothing is told as it comes in, and what is told at its end has the headers in it.
    if (exchange?.type === 'Document' && exchange.bytes === 0)
      exchange.bytes = Math.max(0, encodedDataLength - (headers.get(requestId) ?? 0));
  });
  session.on('Network.loadingFailed', end);
  await session.send('Network.enable');
  return {
    get exchanges() {
      return [...exchanges.values()];
    },
  };
}

/** How many requests of them had to wait for another's end, one after the other: the longest such chain. */
export function toDepth(exchanges: readonly Pick<Exchange, 'startMs' | 'endMs'>[]): number {
  const depths: number[] = [];
  for (const [index, { startMs }] of exchanges.entries()) {
    const before = exchanges
      .slice(0, index)
      .map(({ endMs }, at) => (endMs <= startMs ? (depths[at] ?? 0) : 0));
    depths.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...depths);
}

/** A script, also where the page has fetched it as a text before it lets it run. */
export function isScript({ type, url }: Pick<Exchange, 'type' | 'url'>): boolean {
  return type === 'Script' || new URL(url).pathname.endsWith('.js');
}

/** Of all their bodies as they came. */
export function bytesOf(exchanges: readonly Pick<Exchange, 'bytes'>[]): number {
  return exchanges.reduce((sum, { bytes }) => sum + bytes, 0);
}
