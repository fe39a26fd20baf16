import { Agent, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Passes requests on to a server on another port of this machine, and its answers back, byte by byte. */
export interface Forwarding {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** The same for what becomes a websocket. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void;
}

/** The headers that are of one connection alone (RFC 9110, 7.6.1). */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

export function createForwarding(port: number): Forwarding {
  const agent = new Agent({ keepAlive: true });
  const place = { host: '127.0.0.1', port };
  return {
    async answer(request, response) {
      const { method, url, headers } = request;
      const asked = send({ ...place, agent, method, path: url, headers });
      response.once('close', () => asked.destroy());
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        asked.once('response', resolve).once('error', reject);
      });
      // A server may answer before it has read all, and read no more.
      pipeline(request, asked).catch(() => undefined);
      const answer = await answered;
      response.writeHead(answer.statusCode ?? 502, toPassed(answer.rawHeaders));
      await pipeline(answer, response);
    },
    upgrade({ method, url, rawHeaders }, stream, head) {
      const other = connect(place, () => {
        const lines = toPairs(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
        other.write(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`);
        other.write(head);
      });
      // Whichever side ends, or fails, ends both.
      pipeline(stream, other, stream).catch(() => stream.destroy());
    },
  };
}

function toPassed(raw: readonly string[]): string[] {
  return toPairs(raw)
    .filter(([name]) => !ofConnection.has(name.toLowerCase()))
    .flat();
}

/** Header lines as Node has them: name and value by turns. */
function toPairs(raw: readonly string[]): [name: string, value: string][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));
}
