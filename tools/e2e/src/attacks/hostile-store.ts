import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { listen } from '../place/listen.ts';
import { releaseFolder } from '../place/stack.ts';

/** A remote's store in the hands of somebody who may let its server say anything. */
export interface HostileStore extends AsyncDisposable {
  /** Ends in `/`. */
  readonly url: string;
  /** Of the pages' server; it is asked with this in place of the store's own files where it answers. */
  turn(answers: Answers): void;
  /** What scripts of the attacker have told of themselves: each has run somewhere. */
  readonly ran: readonly string[];
}

/** By the end of the path that is asked for. */
export type Answers = Readonly<Record<string, RequestListener>>;

/** Serves a remote's folder as it is, until it is turned. */
export async function openHostileStore(folder: string): Promise<HostileStore> {
  const ran: string[] = [];
  let answers: Answers = {};
  const listening = await listen((request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://store');
    if (pathname === '/ran') {
      ran.push(search);
      return void response.writeHead(204).end();
    }
    const [, act] = Object.entries(answers).find(([end]) => pathname.endsWith(end)) ?? [];
    if (act !== undefined) return act(request, response);
    readFile(join(folder, pathname)).then(
      (bytes) => response.writeHead(200, plainHeaders(pathname)).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  return {
    ...listening,
    url: `${listening.url}/`,
    turn(wanted) {
      answers = wanted;
    },
    ran,
  };
}

/** What every answer of an honest store says. */
export function plainHeaders(path: string): Record<string, string> {
  const type = path.endsWith('.json') ? 'application/json' : 'text/javascript';
  return { 'content-type': type, 'access-control-allow-origin': '*', 'cache-control': 'no-store' };
}

/** Answers a fetch as a remote's store should, and an import never; `imports` gets the remote's name at each import. */
export function hangAtImport(remote: string, imports: string[]): RequestListener {
  return async (request, response) => {
    response.writeHead(200, plainHeaders(request.url ?? ''));
    if (request.headers['sec-fetch-dest'] === 'script') return void imports.push(remote);
    response.end(
      await readFile(`${releaseFolder(remote)}${new URL(request.url ?? '', 'http://store').pathname}`),
    );
  };
}
