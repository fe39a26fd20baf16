import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that a collector got, as it came. */
interface Post {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What stands in for a collector: an HTTP server that takes events, and keeps them. */
export interface CollectorStandIn extends AsyncDisposable {
  readonly url: string;
  readonly posts: readonly Post[];
  /** What it answers from now on: an HTTP status, or no answer at all. */
  answer(answer: number | 'nothing'): void;
}

/** `allows`: the origin whose pages may send to it (CORS); `*` for all. */
export async function startCollectorStandIn(allows = '*'): Promise<CollectorStandIn> {
  const posts: Post[] = [];
  let answer: number | 'nothing' = 200;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === 'OPTIONS') {
      response.writeHead(204, {
        'access-control-allow-origin': allows,
        'access-control-allow-headers': 'content-type',
        'access-control-allow-methods': 'POST',
      });
      return void response.end();
    }
    posts.push({
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    });
    if (answer === 'nothing') return;
    response.writeHead(answer, {
      'access-control-allow-origin': allows,
      'content-type': 'application/json',
    });
    response.end('{}');
  }

  const server = createServer((request, response) => {
    take(request, response).catch((error) => response.destroy(error));
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    posts,
    answer: (next) => {
      answer = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
