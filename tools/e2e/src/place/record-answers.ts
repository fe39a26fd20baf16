import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a server of this process has answered to whom. */
export interface Answer {
  readonly origin: string;
  /** With the slash before it. */
  readonly path: string;
  /** 304 where the reader had it already. */
  readonly status: number;
  /** Of the body, as it was sent. */
  readonly bytes: number;
}

/** What servers have answered since they are listened to. */
export interface Recording extends Disposable {
  readonly answers: readonly Answer[];
}

const channel = 'http.server.response.finish';

/** From now on notes what the servers of this process answer: what a browser takes from its own cache is not asked. */
export function recordAnswers(): Recording {
  const answers: Answer[] = [];
  const note = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    answers.push({
      origin: `http://${request.headers.host}`,
      path: request.url ?? '',
      status: response.statusCode,
      bytes: response.statusCode === 304 ? 0 : Number(response.getHeader('content-length') ?? 0),
    });
  };
  subscribe(channel, note);
  return { answers, [Symbol.dispose]: () => void unsubscribe(channel, note) };
}
