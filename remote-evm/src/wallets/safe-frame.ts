import { field, messageOf } from '@linkspan/contract';
import { raceRead } from '@linkspan/kit/race';
import { MessageFormatter, Methods } from '@safe-global/safe-apps-sdk';

export { Methods };

/**
 * Asks the Safe around the page. Rejects with Safe's error, past a deadline with `wallet/timeout`, and with
 * `wallet/cancelled`. Without a deadline it waits for the person.
 */
export type AskSafe = (method: Methods, params?: unknown, deadlineMs?: number) => Promise<unknown>;

/** As long as a timer can wait: 24 days. */
const mostMs = 2 ** 31 - 1;

const ownSite = 'https://app.safe.global';

/** Safe's error if the person closes its dialog, for a transaction and for a message. */
const refused = 'Transaction was rejected';

/**
 * Talks to the page around this one until the signal aborts, with messages in the form of Safe's package, and only if it is
 * of the site's origin. The package's own class posts to any origin, throws at messages of another form, and never stops
 * listening. Undefined if the page is in no frame. `site` is in place of Safe's own.
 */
export function openSafeFrame(site = ownSite, signal: AbortSignal): AskSafe | undefined {
  const { parent } = window;
  if (parent === window) return undefined;
  const { origin } = new URL(site);
  return async (method, params, deadlineMs = mostMs) => {
    const over = new AbortController();
    const ask = () =>
      new Promise<unknown>((resolve, reject) => {
        const request = MessageFormatter.makeRequest(method, params);
        const onMessage = ({ data, origin: from, source }: MessageEvent) => {
          if (from !== origin || source !== parent || field(data, 'id') !== request.id) return;
          if (field(data, 'success') === true) resolve(field(data, 'data'));
          else reject(toError(field(data, 'error')));
        };
        window.addEventListener('message', onMessage, { signal: over.signal });
        parent.postMessage(request, origin);
      });
    return raceRead('Safe', { signal, deadlineMs }, ask).finally(() => over.abort());
  };
}

function toError(said: unknown): Error {
  const message = typeof said === 'string' ? said : messageOf(said);
  return Object.assign(new Error(message), message === refused && { code: 4001 });
}
