import type { TelemetryConfig } from '../config.ts';
import type { Events, TimedEvent } from '../events.ts';
import {
  firstTelemetryPauseMs,
  mostTelemetryPauseMs,
  telemetryAnswerMs,
  telemetryBatchMs,
} from '../limits.ts';
import { onHidden } from '../visibility.ts';

/** Dependencies of telemetry. */
export interface TelemetryDependencies {
  readonly events: Events;
  readonly telemetry: TelemetryConfig;
  /** The build that the page runs. */
  readonly build: string;
  fetch(url: string, init: RequestInit): Promise<Pick<Response, 'status'>>;
}

/** About 20 kB: browsers accept 64 KiB in requests that outlive their page. */
const mostInBatch = 100;
const mostWaiting = 500;

/**
 * Posts earlier and new events to the operator's collector, in batches. If the collector does not answer or is busy, the
 * batch is sent again after a pause that grows from 30 seconds to 15 minutes. Never throws, and shows nothing in the page.
 */
export function startTelemetry(dependencies: TelemetryDependencies): void {
  const { events, telemetry, build } = dependencies;
  let waiting: readonly TimedEvent[] = [];
  let [dropped, pauseMs] = [0, 0];
  let [isPlanned, isSending] = [false, false];

  /** Sets the waiting events; drops the oldest above the limit. */
  function setWaiting(all: readonly TimedEvent[]): void {
    waiting = all.slice(-mostWaiting);
    dropped += all.length - waiting.length;
  }

  function plan(): void {
    if (isPlanned || waiting.length === 0) return;
    isPlanned = true;
    setTimeout(
      () => {
        isPlanned = false;
        if (!isSending) void send(false);
      },
      Math.max(telemetryBatchMs, pauseMs),
    );
  }

  async function send(isLast: boolean): Promise<void> {
    const batch = waiting.slice(0, mostInBatch);
    if (batch.length === 0) return;
    waiting = waiting.slice(mostInBatch);
    isSending = true;
    const outcome = await post(batch, isLast);
    isSending = false;
    if (outcome === 'retry') setWaiting([...batch, ...waiting]);
    if (outcome === 'refused') dropped += batch.length;
    pauseMs = outcome === 'retry' ? toPause(pauseMs) : 0;
    plan();
  }

  async function post(
    batch: readonly TimedEvent[],
    isLast: boolean,
  ): Promise<'accepted' | 'retry' | 'refused'> {
    try {
      const { status } = await dependencies.fetch(telemetry.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ service: telemetry.service ?? 'linkspan', build, dropped, events: batch }),
        keepalive: isLast,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
        cache: 'no-store',
        signal: AbortSignal.timeout(telemetryAnswerMs),
      });
      if (status < 300) return 'accepted';
      return status === 429 || status >= 500 ? 'retry' : 'refused';
    } catch {
      return 'retry';
    }
  }

  function add(event: TimedEvent): void {
    setWaiting([...waiting, event]);
    plan();
  }

  for (const event of events.recent()) add(event);
  events.listen(add);
  onHidden(() => {
    if (pauseMs === 0) void send(true);
  });
}

function toPause(previous: number): number {
  return previous === 0 ? firstTelemetryPauseMs : Math.min(mostTelemetryPauseMs, previous * 2);
}

/** The build of the host, from its module's address: the hash in `/assets/host-x7Q.js`, or `dev` without one. */
export function toBuild(address: string): string {
  return /-([\w-]{8})\.js$/.exec(new URL(address).pathname)?.[1] ?? 'dev';
}
