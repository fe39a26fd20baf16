import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { serve } from '@linkspan/release/serve';
import type { Session } from '../engines/session.ts';

/** The page's own server, with what a tool in front of it may do to what it sends. */
export interface HostPage extends AsyncDisposable {
  readonly url: string;
  /** Its files. */
  readonly folder: string;
  /** Of the target's server, with a slash at its end, as the page knows it. */
  readonly remoteUrl: string;
  /** Sent with everything, by their names in small letters. What is changed here is sent from then on. */
  readonly headers: Record<string, string>;
  /** Puts a file beside the page. */
  put(path: string, text: string): Promise<void>;
  /** Changes the page's HTML on the disk. */
  rewrite(change: (html: string) => string): Promise<void>;
}

/** Serves a deployed site with the headers that its deploy wrote for it. */
export async function openHostPage(site: string, remoteUrl: string): Promise<HostPage> {
  const read = async (name: string) => JSON.parse(await readFile(join(site, '.headers', name), 'utf8'));
  const headers = await read('headers.json');
  const server = await serve(site, { port: 0, headers, paths: await read('paths.json') });
  const file = join(site, 'index.html');
  return {
    url: `http://localhost:${server.port}/`,
    folder: site,
    remoteUrl,
    headers,
    async put(path, text) {
      await mkdir(dirname(join(site, path)), { recursive: true });
      await writeFile(join(site, path), text);
    },
    rewrite: async (change) => writeFile(file, change(await readFile(file, 'utf8'))),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** Opens a page of the origin as its others may be, or as an earlier one was: sent without any of the page's headers. */
export async function openUnprotected(session: Session, page: HostPage): Promise<void> {
  await page.put('bare.html', '<!doctype html><title>Bare</title>');
  const headers = { ...page.headers };
  for (const name of Object.keys(headers)) delete page.headers[name];
  await session.go(`${page.url}bare.html`);
  Object.assign(page.headers, headers);
}
