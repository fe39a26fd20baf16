import {
  firstTelemetryPauseMs,
  mostTelemetryPauseMs,
  telemetryAnswerMs,
  telemetryBatchMs,
} from '../../limits.ts';

/** Where signals of one kind wait until they are sent. */
export interface Sender<Item> {
  add(item: Item): void;
  /** Sends what waits, at once. `isLast`: the page may be gone before there is an answer. */
  flush(isLast?: boolean): void;
  /** How many were dropped since there was no room for them, or since the collector would not have them. */
  dropped(): number;
}

/** What a sender needs of the page. */
export interface SenderNeeds<Item> {
  readonly url: string;
  toBody(items: readonly Item[]): string;
  fetch(url: string, init: RequestInit): Promise<Pick<Response, 'status'>>;
}

const mostInBatch = 100;
/** Spans and logs together: a browser takes 64 KiB of what outlives its page. */
const mostInLast = 30;
const mostWaiting = 500;

/**
 * Sends in batches, one at a time. A collector that does not answer, or is busy, is asked again after a pause that grows
 * from 30 seconds to 15 minutes; what has no room meanwhile is dropped, the oldest first. Never throws, and says nothing
 * to the page.
 */
export function createSender<Item>({ url, toBody, fetch }: SenderNeeds<Item>): Sender<Item> {
  let waiting: Item[] = [];
  let [dropped, pauseMs, sending] = [0, 0, 0];
  let isPlanned = false;

  function plan(ms: number): void {
    if (isPlanned) return;
    isPlanned = true;
    setTimeout(() => {
      isPlanned = false;
      send(false).catch(() => undefined);
    }, ms);
  }

  async function send(isLast: boolean): Promise<void> {
    const isBusy = sending > 0 && !isLast;
    if (waiting.length === 0 || isBusy) return;
    const batch = waiting.splice(0, isLast ? mostInLast : mostInBatch);
    sending += 1;
    const outcome = await post(batch, isLast);
    sending -= 1;
    pauseMs = outcome === 'later' ? toPause(pauseMs) : 0;
    if (outcome === 'later') giveBack(batch);
    if (outcome === 'refused') dropped += batch.length;
    if (waiting.length > 0) plan(pauseMs);
  }

  async function post(batch: readonly Item[], isLast: boolean): Promise<'taken' | 'later' | 'refused'> {
    const control = new AbortController();
    const deadline = setTimeout(() => control.abort(), telemetryAnswerMs);
    try {
      const { status } = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: toBody(batch),
        keepalive: isLast,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
        cache: 'no-store',
        signal: control.signal,
      });
      if (status < 300) return 'taken';
      return status === 429 || status >= 500 ? 'later' : 'refused';
    } catch {
      return 'later';
    } finally {
      clearTimeout(deadline);
    }
  }

  function giveBack(batch: readonly Item[]): void {
    waiting = [...batch, ...waiting];
    trim();
  }

  function trim(): void {
    const excess = Math.max(0, waiting.length - mostWaiting);
    dropped += excess;
    waiting = waiting.slice(excess);
  }

  return {
    add(item) {
      waiting.push(item);
      trim();
      if (waiting.length >= mostInBatch && pauseMs === 0) send(false).catch(() => undefined);
      else plan(Math.max(telemetryBatchMs, pauseMs));
    },
    flush(isLast = false) {
      if (pauseMs === 0) send(isLast).catch(() => undefined);
    },
    dropped: () => dropped,
  };
}

function toPause(before: number): number {
  return Math.min(mostTelemetryPauseMs, before === 0 ? firstTelemetryPauseMs : before * 2);
}
