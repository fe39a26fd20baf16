import { once } from 'node:events';
import { createSecureServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { Answer, Asked } from './answer.ts';
import { answerFromFolder } from './answer-from-folder.ts';
import type { Certificate } from './make-certificate.ts';
import { Recorder, type Recording } from './recorder.ts';
import { warm } from './warm.ts';

/**
 * A browser can read none of a TLS record before all of it has come. This much fits into a packet, as Go's servers send it
 * first, Caddy among them, and as HTTP/3 does; OpenSSL's own 16 kB would hold back a whole page until its last byte.
 */
const recordBytes = 1_369;

/** A folder under a path of the origin, with a slash at both ends, and what is sent with its files. */
export interface OwnPath {
  readonly path: string;
  readonly folder: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a folder is served. */
export interface ServeOptions {
  readonly certificate: Certificate;
  /** Lets pages of other origins read it. */
  readonly cors?: boolean;
  /** Sent with everything that comes from the folder. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Folders under the same origin, such as remotes. */
  readonly paths?: readonly OwnPath[];
}

/** A folder on an origin of its own: `https://localhost:<port>`. */
export interface FolderServer extends AsyncDisposable {
  readonly port: number;
  /** From now on notes what is answered. */
  record(): Recording;
}

/**
 * Serves a folder as a CDN does: by HTTP/2 and TLS on a free port, packed by brotli. Everything is packed before it
 * answers, so that no visit waits for that; what changes later is packed when it is first asked for.
 */
export async function serveFolder(folder: string, options: ServeOptions): Promise<FolderServer> {
  const { certificate, paths = [] } = options;
  for (const one of [folder, ...paths.map((own) => own.folder)]) await warm(one);
  const answer = toAnswering(folder, options);
  const recorder = new Recorder();
  const server = createSecureServer({ key: certificate.key, cert: certificate.cert });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.setNoDelay());
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('secureConnection', (socket) => socket.setMaxSendFragment(recordBytes));
  server.on('stream', (stream, asked) => {
    const reply = (found: Answer) => {
      recorder.note(asked, found);
      send(stream, found);
    };
    // A reader that goes away ends its own answer alone.
    stream.on('error', () => {});
    answer(asked)
      .then(reply)
      .catch(() => stream.destroy());
  });
  await once(server.listen(0, 'localhost'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    record: () => recorder.record(),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function toAnswering(folder: string, { cors = false, headers = {}, paths = [] }: ServeOptions) {
  const common = {
    'x-content-type-options': 'nosniff',
    ...(cors && { 'access-control-allow-origin': '*' }),
    ...headers,
  };
  return async (asked: Asked): Promise<Answer> => {
    const path = `${asked[':path']}`;
    const own = paths.find((one) => path.startsWith(one.path));
    if (own) {
      const answer = await answerFromFolder(own.folder, {
        ...asked,
        ':path': path.slice(own.path.length - 1),
      });
      return { ...answer, headers: { ...own.headers, ...answer.headers } };
    }
    const found = await answerFromFolder(folder, asked);
    return { ...found, headers: { ...common, ...found.headers } };
  };
}

function send(stream: ServerHttp2Stream, { status, headers, body }: Answer): void {
  if (stream.destroyed) return;
  stream.respond({ ':status': status, ...headers });
  stream.end(body);
}
