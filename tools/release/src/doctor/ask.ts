import type { Means } from '../means.ts';
import { type Answer, askOnce, type NoAnswer } from '../outside/ask-once.ts';

/** Asks as a page of an origin does, once, without cookies and without following a redirect; some headers may be added. */
export type Ask = (address: string, headers?: Readonly<Record<string, string>>) => Promise<Answer | NoAnswer>;

/** More than any file of a release. */
const mostBytes = 25_000_000;

/** How a doctor asks. `origin` is the one of the page for which it asks. */
export function openAsk(
  means: Pick<Means, 'fetch'>,
  { origin, deadlineMs }: { readonly origin: string; readonly deadlineMs: number },
): Ask {
  return (address, headers) =>
    askOnce(means, address, {
      headers: { origin, 'accept-encoding': 'br, gzip', ...headers },
      cache: 'no-store',
      deadlineMs,
      mostBytes,
    });
}
