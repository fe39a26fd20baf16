import { Misshapen } from '@linkspan/contract';
import type { Bytes } from '@linkspan/trust';
import type { Means } from '../means.ts';

/** What a server answered. */
export interface Answer {
  readonly address: string;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Bytes;
}

/** A server that did not answer, or not to the end. */
export interface NoAnswer {
  readonly address: string;
  /** In words. */
  readonly failure: string;
}

/** Asks as a page of an origin does, once, without cookies and without following a redirect. */
export type Ask = (address: string) => Promise<Answer | NoAnswer>;

/** More than any file of a release. */
const mostBytes = 25_000_000;

/** How a doctor asks. `origin` is the one of the page for which it asks. */
export function openAsk(
  { fetch }: Pick<Means, 'fetch'>,
  { origin, deadlineMs }: { readonly origin: string; readonly deadlineMs: number },
): Ask {
  return async (address) => {
    try {
      const response = await fetch(address, {
        redirect: 'manual',
        cache: 'no-store',
        credentials: 'omit',
        headers: { origin, 'accept-encoding': 'br, gzip' },
        signal: AbortSignal.timeout(deadlineMs),
      });
      const { status, headers } = response;
      return { address, status, headers, bytes: await readAtMost(response) };
    } catch (error) {
      return { address, failure: explain(error, deadlineMs) };
    }
  };
}

/** Whether the server answered with the file itself. */
export function isThere(answer: Answer | NoAnswer): answer is Answer & { readonly status: 200 } {
  return 'status' in answer && answer.status === 200;
}

async function readAtMost({ body }: Response): Promise<Bytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > mostBytes) throw new Misshapen('the answer', `at most ${mostBytes} bytes`);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function explain(error: unknown, deadlineMs: number): string {
  if (error instanceof Misshapen) return error.message;
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return `nothing came within ${deadlineMs / 1000} s`;
  return cause instanceof Error ? explainCause(cause) : message;
}

/** In one line: OpenSSL says several, and a name with several addresses none. */
function explainCause({ code = '', message }: NodeJS.ErrnoException): string {
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return 'it does not speak https';
  return code.startsWith('ERR_SSL') || message === '' ? code : message;
}
