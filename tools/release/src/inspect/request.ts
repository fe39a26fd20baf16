import { isLocalNetwork, Malformed } from '@linkspan/contract';
import type { Bytes } from '@linkspan/trust';
import { readAtMost } from '../files.ts';
import { answerSeconds, maxAnswerBytes } from '../limits.ts';
import type { Context } from '../verb.ts';

/** What a server answered. */
export interface Answer {
  readonly address: string;
  readonly status: number;
  readonly headers: Headers;
  /** Of the file; of another answer than 200 none are read. */
  readonly bytes: Bytes;
}

/** A server that did not answer, or not to the end. */
export interface NoAnswer {
  readonly address: string;
  /** In words. */
  readonly failure: string;
  /** It answered, with more than it was asked for. */
  readonly isTooLong?: true;
}

/** How an address is asked. */
export interface Request {
  readonly headers: Readonly<Record<string, string>>;
  /** By default GET. */
  readonly method?: 'POST' | 'OPTIONS' | undefined;
  readonly body?: string | undefined;
  /** `no-store` says to every cache on the way that it should ask too; else it is a visit like any other. */
  readonly cache?: 'no-store' | undefined;
  readonly deadlineMs: number;
  /** Of the answer when it is unpacked. */
  readonly mostBytes: number;
  /** Ends the asking earlier. */
  readonly signal?: AbortSignal | undefined;
}

/** Asks once, without cookies and without following a redirect. */
export async function askOnce(
  { fetch }: Pick<Context, 'fetch'>,
  address: string,
  { headers: sent, method, body, cache, deadlineMs, mostBytes, signal }: Request,
): Promise<Answer | NoAnswer> {
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      credentials: 'omit',
      headers: sent,
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
      ...(cache && { cache }),
      ...(method && { method }),
      ...(body && { body }),
    });
    const { status, headers } = response;
    if (status === 200) return { address, status, headers, bytes: await readAtMost(response, mostBytes) };
    await response.body?.cancel();
    return { address, status, headers, bytes: new Uint8Array() };
  } catch (error) {
    if (error instanceof Malformed) return { address, failure: error.message, isTooLong: true };
    if (signal?.aborted) return { address, failure: 'the time for all of it was up' };
    return { address, failure: explain(error, deadlineMs) };
  }
}

/** Whether the server answered with the file itself. */
export function isThere(answer: Answer | NoAnswer): answer is Answer & { readonly status: 200 } {
  return 'status' in answer && answer.status === 200;
}

/** In one line: OpenSSL says several, and a name with several addresses none. */
function explain(error: unknown, deadlineMs: number): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return `nothing came within ${deadlineMs / 1000} s`;
  if (!(cause instanceof Error)) return message;
  const { code = '' } = cause as NodeJS.ErrnoException;
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it does not speak https';
  return code.startsWith('ERR_SSL') || cause.message === '' ? code : cause.message;
}

/** Asks past every cache. */
export type Ask = (address: string) => Promise<Answer | NoAnswer>;

/** Opens how addresses are asked. `origin` is the one of the page for which it asks, if there is one. */
export function openAsk(
  context: Pick<Context, 'fetch'>,
  {
    origin,
    deadlineMs = answerSeconds * 1000,
    mostBytes = maxAnswerBytes,
  }: Partial<Pick<Request, 'deadlineMs' | 'mostBytes'>> & { readonly origin?: string },
): Ask {
  const headers = { ...(origin && { origin }), 'accept-encoding': 'br, gzip' };
  return (address) => askOnce(context, address, { headers, cache: 'no-store', deadlineMs, mostBytes });
}

/** Whether a page on https may ask an address: one on https, or on the visitor's machine. */
export function isSecure(address: string): boolean {
  return address.startsWith('https:') || isLocalNetwork({ rpc: [address] });
}
