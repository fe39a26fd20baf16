import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A store whose server sends every header that a route must not pass on, and answers that are no plain success. */
export interface TalkativeStore {
  /** Ends in `/`. */
  readonly url: string;
  /** Each request's first line and headers, as text. */
  readonly heard: readonly string[];
  close(): Promise<void>;
}

/** All of these hold the words `of the store`. */
const said = {
  'content-type': 'text/html; of the store',
  'content-security-policy': 'script-src *; of the store',
  'set-cookie': ['a=of the store; Path=/', 'b=of the store; HttpOnly'],
  'clear-site-data': '"storage", "of the store"',
  'service-worker-allowed': '/of the store',
  'access-control-allow-origin': 'of the store',
  'cache-control': 'max-age=9, of the store',
  'content-disposition': 'attachment; of the store',
  etag: '"of the store"',
  link: '</of the store>; rel=preload',
  location: '/of the store',
  refresh: '0; url=/of the store',
  'strict-transport-security': 'max-age=0; of the store',
  'www-authenticate': 'Basic realm="of the store"',
  'x-of-tomorrow': 'of the store',
};

const answering =
  (status: number, body: string, headers = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, { ...said, ...headers }).end(body);

const answers: Readonly<Record<string, RequestListener>> = {
  'live.json': answering(200, '{"a":"ü"}'),
  'discovery-1.js': answering(200, '1'),
  'discovery-moved.js': answering(302, 'moved, of the store'),
  'discovery-partial.js': answering(206, 'a part of the store'),
  'discovery-unauthorized.js': answering(401, 'a question of the store'),
  'discovery-odd.js': answering(299, 'an odd answer of the store'),
  'discovery-inner.js': answering(200, '1', { 'x-accel-redirect': '/.headers/nginx.conf' }),
  'discovery-endless.js': (_, response) => {
    response.writeHead(200, said);
    const write = () => {
      while (response.write(' '.repeat(100_000)));
    };
    response.on('drain', write);
    write();
  },
  'discovery-early.js': (_, response) => {
    response.writeEarlyHints({ link: '</early>; rel=preload' });
    response.writeHead(200, said).end('1');
  },
};

export async function openTalkativeStore(): Promise<TalkativeStore> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    const name = request.url?.split('/').at(-1) ?? '';
    (answers[name] ?? answering(404, 'nothing of the store'))(request, response);
  });
  await once(server.listen(0, 'localhost'), 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    heard,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
