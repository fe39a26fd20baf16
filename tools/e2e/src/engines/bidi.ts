import { once } from 'node:events';
import WebSocket from 'ws';

/** A connection to a browser by WebDriver BiDi. */
export interface Bidi {
  /** Sends a command; rejects with the browser's own words where it fails. */
  send<Result>(method: string, params: object): Promise<Result>;
  close(): void;
}

interface Answer {
  readonly type: string;
  readonly id: number;
  readonly result?: unknown;
  readonly message?: string;
}

/** Connects to the address of a browser's BiDi sessions. */
export async function connectBidi(address: string): Promise<Bidi> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  socket.on('message', (data) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, ({ type, result, message }) => {
          if (type === 'success') resolve(result as never);
          else reject(new Error(`${method}: ${message}`));
        });
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    close: () => socket.close(),
  };
}
