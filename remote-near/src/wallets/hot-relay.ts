import { field, isA, LinkspanError, type RemotePort } from '@linkspan/contract';
import { relayAnswerMs, relayFetchMs, relayMs, relayPauseMs } from '@linkspan/kit/limits';
import { tryTo } from '@linkspan/kit/util';
import { base58 } from '@scure/base';
import { toHexDigits } from '../actions.ts';

export interface RelayRequest extends Pick<RemotePort, 'showPairing'> {
  /** The wallet's name, for the texts. */
  readonly wallet: string;
  /** The relay's origin. */
  readonly relay: string;
  readonly method: string;
  readonly request: object;
  readonly signal: AbortSignal;
}

const mostBytes = 256_000;
/** So many times in a row may the relay fail to answer. */
const mostMissed = 5;

const options: RequestInit = {
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
  redirect: 'error',
  cache: 'no-store',
};

/**
 * Asks HOT on a second device, or its app on this one, by a code that the page shows meanwhile. Answers its payload,
 * unparsed: anybody with the code can answer. Rejects with HOT's error, `wallet/failed` if its relay does not answer,
 * `wallet/timeout` after five minutes, `wallet/malformed`, and with the signal's reason.
 */
export async function askByRelay(ask: RelayRequest): Promise<unknown> {
  const { wallet, relay, signal } = ask;
  const query = toQuery(ask);
  const id = await toId(query);
  signal.throwIfAborted();
  const address = `${relay}/${id}`;
  let reply: string;
  try {
    await publish(ask, address, query);
    ask.showPairing({
      wallet,
      uri: `https://app.hot-labs.org/link?hotcall-${id}`,
      links: [{ name: wallet, url: `hotwallet://hotcall-${id}` }],
      expiresAt: new Date(Date.now() + relayMs).toISOString(),
    });
    reply = await waitForReply(ask, address);
  } catch (error) {
    fetch(address, { ...options, method: 'DELETE' }).catch(() => undefined);
    throw error;
  } finally {
    ask.showPairing();
  }
  return parseReply(reply, wallet);
}

function toQuery({ method, request }: RelayRequest): string {
  const { origin } = window.location;
  const deadline = Date.now() + relayFetchMs;
  const document = { method, request, deadline, id: crypto.randomUUID(), $hot: true, origin };
  return base58.encode(new TextEncoder().encode(JSON.stringify(document)));
}

/** HOT finds a request by the SHA-1 of its text, which nobody can guess. */
async function toId(query: string): Promise<string> {
  return toHexDigits(new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(query))));
}

async function publish({ wallet, signal }: RelayRequest, address: string, query: string): Promise<void> {
  const published = fetch(`${address}/request`, {
    ...options,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: query }),
    signal: inTime(signal),
  });
  const isTaken = await published.then(
    ({ ok }) => ok,
    () => false,
  );
  signal.throwIfAborted();
  if (!isTaken) throw toUnanswered(wallet);
}

async function waitForReply({ wallet, signal }: RelayRequest, address: string): Promise<string> {
  const startedAt = performance.now();
  let missed = 0;
  for (;;) {
    await pause(signal);
    signal.throwIfAborted();
    try {
      const reply = await readReply(address, wallet, signal);
      if (reply !== undefined) return reply;
      missed = 0;
    } catch (error) {
      if (signal.aborted || isA(error, LinkspanError)) throw error;
      missed += 1;
      if (missed === mostMissed) throw toUnanswered(wallet);
    }
    if (performance.now() - startedAt >= relayMs) throw new LinkspanError('wallet/timeout', { wallet });
  }
}

/** HOT's reply; undefined if there is none yet. Rejects with `wallet/malformed`, and as `fetch` does. */
async function readReply(address: string, wallet: string, signal: AbortSignal): Promise<string | undefined> {
  const response = await fetch(`${address}/response`, { ...options, signal: inTime(signal) });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const text = await readText(response);
  if (text?.trim() === '') return undefined;
  const answer = text === undefined ? undefined : tryTo<unknown>(() => JSON.parse(text));
  const data = field(answer, 'data');
  if (answer === null || data === null) return undefined;
  if (typeof data === 'string') return data;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'data' });
}

/** The text of a response; undefined if it is too long. */
async function readText({ body }: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let [text, length] = ['', 0];
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > mostBytes) {
      reader.cancel().catch(() => undefined);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

/** The payload of a success. Throws that of a refusal, and `wallet/malformed`. */
function parseReply(text: string, wallet: string): unknown {
  const reply = tryTo<unknown>(() => JSON.parse(text));
  const [success, payload] = [field(reply, 'success'), field(reply, 'payload')];
  if (success === true) return payload;
  if (success === false) throw payload;
  throw new LinkspanError('wallet/malformed', { wallet, place: 'success' });
}

/**
 * Ends after a while, at once when the page is visible again, or when the signal aborts: a phone freezes hidden pages.
 */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      over.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, relayPauseMs);
    const look = () => document.visibilityState === 'visible' && end();
    document.addEventListener('visibilitychange', look, { signal: over.signal });
    signal.addEventListener('abort', end, { signal: over.signal });
    if (signal.aborted) end();
  });
}

function inTime(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(relayAnswerMs)]);
}

function toUnanswered(wallet: string): LinkspanError {
  return new LinkspanError('wallet/relay-unreachable', { wallet });
}
