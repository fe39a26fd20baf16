import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

const channel = 'http.server.request.start';

/** From now on notes the cookies that browsers send to one origin of this process, which scripts may not see. */
export function recordCookies(origin: string): { readonly sent: readonly string[] } & Disposable {
  const sent: string[] = [];
  const { host } = new URL(origin);
  const note = (message: unknown) => {
    const { headers } = (message as { request: IncomingMessage }).request;
    if (headers.host === host && headers.cookie !== undefined) sent.push(headers.cookie);
  };
  subscribe(channel, note);
  return { sent, [Symbol.dispose]: () => void unsubscribe(channel, note) };
}
