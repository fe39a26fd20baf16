import type { Pairing } from '@linkspan/contract';
import { base58 } from '@scure/base';
import { vi } from 'vitest';

/** What the relay says to one call: a status, a body with 200, that it is gone, or nothing until the call is aborted. */
type Said = number | string | Response | 'gone' | 'silent';

/** What the page has published for HOT. */
interface Published {
  readonly method: string;
  readonly request: object;
  readonly [field: string]: unknown;
}

/** HOT's relay in the place of `fetch`, and the document of a page that is seen. Time is a test's; see `pass`. */
export interface FakeRelay {
  readonly calls: readonly { readonly method: string; readonly url: string; readonly init: RequestInit }[];
  readonly published: readonly Published[];
  /** All that the page has shown, and undefined for each time that it was taken away. */
  readonly shown: readonly (Pairing | undefined)[];
  readonly showPairing: (pairing?: Pairing) => void;
  /** What the next calls to look for an answer are told; once there is no more, that there is none yet. */
  readonly said: Said[];
  /** What a call to publish is told. */
  takes: Said;
  readonly document: EventTarget & { visibilityState: string };
  looks(): number;
  deletes(): number;
}

/** Puts it there, and takes time over. */
export function installRelay(): FakeRelay {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const calls: FakeRelay['calls'][number][] = [];
  const published: Published[] = [];
  const shown: (Pairing | undefined)[] = [];
  const count = (method: string) => calls.filter((call) => call.method === method).length;
  const relay: FakeRelay = {
    ...{ calls, published, shown, said: [], takes: 200 },
    showPairing: (pairing) => void shown.push(pairing),
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    looks: () => count('GET'),
    deletes: () => count('DELETE'),
  };
  vi.stubGlobal('document', relay.document);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { method = 'GET', body } = init;
    calls.push({ method, url, init });
    if (method === 'POST') published.push(read(JSON.parse(String(body)).data));
    if (method === 'DELETE') return new Response();
    return say(method === 'POST' ? relay.takes : (relay.said.shift() ?? 404), init);
  });
  return relay;
}

function read(query: string): Published {
  return JSON.parse(new TextDecoder().decode(base58.decode(query)));
}

function say(said: Said, { signal }: RequestInit): Promise<Response> | Response {
  if (said === 'gone') throw new TypeError('Failed to fetch');
  if (typeof said === 'number') return new Response('no', { status: said });
  if (typeof said === 'string' && said !== 'silent') return new Response(said);
  if (said instanceof Response) return said;
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

/** What HOT replies, as the relay hands it on. */
export function reply(payload: unknown, success: unknown = true): string {
  return JSON.stringify({ data: JSON.stringify({ success, payload }) });
}

/** Lets time pass, and all that happens by itself. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await new Promise(setImmediate);
}

/** Resolves once `find` finds something; the page's timers stand still. */
export async function seen<Found>(find: () => Found): Promise<NonNullable<Found>> {
  for (const until = Date.now() + 4_000; Date.now() < until; ) {
    const found = find();
    if (found) return found;
    await new Promise(setImmediate);
  }
  throw new Error('It has not come.');
}
