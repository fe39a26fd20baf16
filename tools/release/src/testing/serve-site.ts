import { createServer } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Store } from '../store/store.ts';
import { immutableHeaders, liveHeaders } from '../store/store.ts';
import { testNow } from './command.ts';
import { listen } from './listen.ts';

/** One answer of a server. */
export interface SiteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** A mistake of a server: what it makes of an answer that was sound. Undefined: it does not answer at all. */
export type Fault = (
  path: string,
  answer: SiteAnswer,
  asked: NodeJS.Dict<string | string[]>,
) => SiteAnswer | undefined;

/** A server that serves a store, or a folder of a page, as it should be: until a fault is added. */
export interface Site {
  /** Ends in `/`. */
  readonly url: string;
  readonly faults: Fault[];
  /** Files beside those of the store, by their paths. */
  readonly files: Map<string, string>;
  /** What it was asked for, and with which headers. */
  readonly asked: { readonly path: string; readonly headers: NodeJS.Dict<string | string[]> }[];
}

/** Serves a store on a free port until the test ends. Its clock is the one of the tests. */
export async function serveSite(store: Pick<Store, 'read'>): Promise<Site> {
  const site = { faults: [] as Fault[], files: new Map<string, string>(), asked: [] as Site['asked'] };
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname).slice(1);
    site.asked.push({ path, headers: request.headers });
    let answer: SiteAnswer | undefined = await toSound(store, site.files, path);
    for (const fault of site.faults) answer = answer && fault(path, answer, request.headers);
    if (answer === undefined) return;
    response.sendDate = false;
    response.writeHead(answer.status, { ...answer.headers }).end(answer.body);
  });
  const { origin } = await listen(server);
  return { url: `${origin}/`, ...site };
}

async function toSound(store: Pick<Store, 'read'>, files: Site['files'], path: string): Promise<SiteAnswer> {
  const own = files.get(path);
  const isOdd = path === '' || path.endsWith('/') || path.includes('.linkspan') || path === 'policy.json';
  const found = own ?? (isOdd ? undefined : (await store.read(path))?.bytes);
  const date = new Date(testNow).toUTCString();
  if (found === undefined)
    return { status: 404, headers: { date, 'cache-control': 'no-store' }, body: new Uint8Array() };
  const isImmutable = /(^|\/)(releases|root|history|assets)\//.test(path);
  const { contentType, cacheControl } = (isImmutable ? immutableHeaders : liveHeaders)(path || 'index.html');
  return {
    status: 200,
    headers: {
      date,
      'content-type': contentType,
      'cache-control': cacheControl,
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      'content-encoding': 'br',
    },
    body: brotliCompressSync(found, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  };
}
