import { field, LinkspanError, messageOf } from '@linkspan/contract';
import { MessageFormatter, Methods } from '@safe-global/safe-apps-sdk';

export { Methods };

/**
 * Asks the Safe around the page. Rejects with what it answers, or past a deadline with `wallet/timeout`. Without one it waits
 * for the person.
 */
export type AskSafe = (method: Methods, params?: unknown, deadlineMs?: number) => Promise<unknown>;

const ownSite = 'https://app.safe.global';

/** What Safe says where the person closes its dialog, for a transaction and for a message. */
const refused = 'Transaction was rejected';

/**
 * Talks to the page around this one until the signal aborts, with messages in the form of Safe's package, and only if it is
 * of the site's origin. The package's own class posts to any origin, throws at messages of another form, and never stops
 * listening. Undefined where the page is in no frame. `site` is in place of Safe's own.
 */
export function openSafeFrame(site = ownSite, signal: AbortSignal): AskSafe | undefined {
  const { parent } = window;
  if (parent === window) return undefined;
  const { origin } = new URL(site);
  return (method, params, deadlineMs) =>
    new Promise((resolve, reject) => {
      const request = MessageFormatter.makeRequest(method, params);
      const over = new AbortController();
      const late = () => {
        over.abort();
        reject(new LinkspanError('wallet/timeout', { wallet: 'Safe' }));
      };
      const timer = deadlineMs === undefined ? undefined : setTimeout(late, deadlineMs);
      const end = () => {
        clearTimeout(timer);
        over.abort();
      };
      const hear = (event: MessageEvent) => {
        const { data } = event;
        if (event.origin !== origin || event.source !== parent || field(data, 'id') !== request.id) return;
        end();
        if (field(data, 'success') === true) resolve(field(data, 'data'));
        else reject(toError(field(data, 'error')));
      };
      const ended = AbortSignal.any([signal, over.signal]);
      window.addEventListener('message', hear, { signal: ended });
      parent.postMessage(request, origin);
    });
}

function toError(said: unknown): Error {
  const message = typeof said === 'string' ? said : messageOf(said);
  return Object.assign(new Error(message), message === refused && { code: 4001 });
}
