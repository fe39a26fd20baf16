import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Session } from '../engines/engine.ts';
import { installClock } from './own-clock.ts';

/** A page's own server, but for one script that stands before all others of the page. */
export interface ClockedPage extends AsyncDisposable {
  /** Without a slash at its end. */
  readonly url: string;
}

/** A session whose pages come from there: time passes in its tabs one by one. */
export function withClock(session: Session): Session {
  return {
    ...session,
    passTime: (ms) => session.evaluate(`passTime(${ms})`),
    openTab: async () => withClock(await session.openTab()),
  };
}

const script = `<script>(${installClock})()</script>`;

/**
 * Serves what a page's server serves, with a clock in the page that can be brought forward: for engines whose drivers put
 * no script before a page's own.
 */
export async function openClockedPage(url: string): Promise<ClockedPage> {
  const server = createServer((request, response) => {
    pass(url, request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, 'localhost'), 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function pass(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await fetch(new URL(request.url ?? '/', url), {
    method: request.method ?? 'GET',
    redirect: 'manual',
  });
  const body = Buffer.from(await answer.arrayBuffer());
  for (const [name, value] of answer.headers)
    if (!['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'etag'].includes(name))
      response.setHeader(name, value);
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
  response.writeHead(answer.status).end(isPage ? addClock(body.toString()) : body);
}

/** The document's first script, whatever the page has. */
function addClock(html: string): string {
  return html.replace(/<head[^>]*>/i, (head) => `${head}${script}`);
}
