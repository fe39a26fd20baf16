import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const cached = {
  forAYear: 'public, max-age=31536000, immutable',
  afterAsking: 'no-cache',
  never: 'no-store',
} as const;

/** How one file is served. */
export interface Rule {
  readonly path: string;
  readonly type: string;
  readonly cache: string;
}

/** How a folder is served. */
export interface Rules {
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** In their place, of every file that is no page. */
  readonly closed?: Readonly<Record<string, string>>;
  readonly files: readonly Rule[];
  /** A file that a browser which has it is not sent again. */
  readonly revalidated: string;
  /** Paths of files that are there and are served to nobody. */
  readonly hidden: readonly string[];
}

const html = 'text/html; charset=utf-8';
const script = 'text/javascript; charset=utf-8';
const json = 'application/json';
const wasm = 'application/wasm';

/** The policy of what is no page. */
export const closed = { 'content-security-policy': "sandbox; default-src 'none'" };

/** The rules for a deployed page; its deploy writes such headers from the configuration. */
export const pageRules: Rules = {
  headers: {
    'content-security-policy': "default-src 'self'; script-src 'sha256-AbC+/1=' 'strict-dynamic'",
    'permissions-policy': 'camera=(), geolocation=()',
    'x-content-type-options': 'nosniff',
  },
  closed,
  files: [
    { path: '/', type: html, cache: cached.afterAsking },
    { path: '/index.html', type: html, cache: cached.afterAsking },
    { path: '/404.html', type: html, cache: cached.afterAsking },
    { path: '/linkspan.json', type: json, cache: cached.afterAsking },
    { path: '/blocked.json', type: json, cache: cached.afterAsking },
    { path: '/documents/remote-evm.json', type: json, cache: cached.afterAsking },
    { path: '/assets/host-1.js', type: script, cache: cached.forAYear },
    { path: '/assets/host-1.css', type: 'text/css; charset=utf-8', cache: cached.forAYear },
    { path: '/assets/logo-1.svg', type: 'image/svg+xml', cache: cached.forAYear },
    { path: '/assets/page.html', type: html, cache: cached.forAYear },
  ],
  revalidated: '/',
  hidden: ['/.git/config', '/documents/.part', '/.headers/headers.json'],
};

/** The paths of the page's own files. */
export const pagePaths = {
  pages: ['/index.html', '/404.html'],
  closed: ['/assets/', '/blocked.json', '/documents/', '/linkspan.json'],
};

/** Whether a path is one of a page, or of no file. */
export function isPage(path: string): boolean {
  return path === '/' || pagePaths.pages.includes(path);
}

/** The rules for a store. */
export const storeRules: Rules = {
  headers: { 'x-content-type-options': 'nosniff', 'access-control-allow-origin': '*' },
  files: [
    { path: '/remote-evm/live.json', type: json, cache: cached.afterAsking },
    { path: '/remote-evm/root.json', type: json, cache: cached.afterAsking },
    { path: '/remote-evm/root/1.json', type: json, cache: cached.forAYear },
    { path: '/remote-evm/history/1.json', type: json, cache: cached.forAYear },
    { path: '/remote-evm/releases/1.0.0/manifest.json', type: json, cache: cached.forAYear },
    { path: '/remote-evm/releases/files/vendor-BARtV875.js', type: script, cache: cached.forAYear },
    { path: '/remote-evm/releases/1.0.0/remoteEntry-1.js', type: script, cache: cached.forAYear },
    { path: '/remote-evm/releases/1.0.0/assets/curve.wasm', type: wasm, cache: cached.forAYear },
  ],
  revalidated: '/remote-evm/root/1.json',
  hidden: ['/.linkspan/tags/remote-evm', '/remote-evm/.linkspan/lock'],
};

/** The rules for one remote's folder of a store, served on its own. */
export const remoteRules: Rules = {
  headers: storeRules.headers,
  files: storeRules.files
    .filter(({ path }) => path.startsWith('/remote-evm/'))
    .map((rule) => ({ ...rule, path: rule.path.slice('/remote-evm'.length) })),
  revalidated: '/root/1.json',
  hidden: ['/.linkspan/lock'],
};

const missing = ['/missing.js', '/releases/missing.js', '/assets/missing.js', '/live.json/x'];
/** Files beside the folder that is served, and ways that lead there if a server follows them. */
const outside = ['outside/secret.json'];
const ways = ['/../', '/../../', '/..%2f', '/%2e%2e/', '/..%5c', '/assets/..%2f..%2f', '/releases/../../'];
const notServed = ['/releases/', ...ways.flatMap((way) => outside.map((path) => `${way}${path}`))];

/** The page for what is missing is shown at other addresses, so it says something else. */
function textOf(path: string): string {
  return path === '/404.html' ? 'nothing is here' : 'content of';
}

/** Writes a file for every path of some rules, hidden ones too; each is long enough to be compressed. */
export async function writeFiles(folder: string, { files, hidden }: Rules): Promise<void> {
  for (const path of [...files.map((rule) => rule.path), ...hidden]) {
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${textOf(path)} ${path} `.repeat(100));
  }
}

/** What a server does otherwise than the rules say, in a line each that begins with the path. */
export async function findWrong(
  origin: string,
  { headers, closed: ofClosed, files, revalidated, hidden }: Rules,
  { compresses }: { readonly compresses: boolean },
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const expectAnswer = ({ status, headers: sent, body }: Answer, about: string, expected: Expected) => {
    const { status: right, text = '', ...rest } = expected;
    if (status !== right) wrong.push(`${about}: status ${status}, not ${right}`);
    for (const [name, value] of Object.entries({ ...headers, ...rest.headers }))
      if (toPlain(sent[name]) !== toPlain(value))
        wrong.push(`${about}: ${name} is ${sent[name]}, not ${value}`);
    if (!`${body}`.includes(text)) wrong.push(`${about}: the content is not that of the file`);
    if (text === '' && `${body}`.includes('content of')) wrong.push(`${about}: there is content`);
  };
  const ownOf = (path: string) => (isPage(path) ? undefined : ofClosed);
  const never = { 'cache-control': cached.never };

  for (const { path, type, cache } of files) {
    const own = ownOf(path);
    const expected = { status: 200, headers: { ...own, 'content-type': type, 'cache-control': cache } };
    expectAnswer(await ask(origin, path), path, { ...expected, text: textOf(path) });
    expectAnswer(await ask(origin, path, {}, 'HEAD'), `HEAD ${path}`, expected);
    for (const method of ['POST', 'PUT', 'DELETE'])
      expectAnswer(await ask(origin, path, {}, method), `${method} ${path}`, {
        status: 405,
        headers: { ...own, ...never },
      });
    // Not every version of Caddy compresses WebAssembly.
    if (!compresses || type === wasm) continue;
    const packed = await ask(origin, path, { 'accept-encoding': 'gzip, br' });
    const how = { ...expected.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' };
    const body = packed.headers['content-encoding'] === 'gzip' ? gunzipSync(packed.body) : packed.body;
    expectAnswer({ ...packed, body }, `${path}, compressed`, {
      status: 200,
      headers: how,
      text: textOf(path),
    });
  }
  const text = files.some(({ path }) => path === '/404.html') ? textOf('/404.html') : '';
  for (const path of [...hidden, ...missing]) {
    const answer = await ask(origin, path);
    const policy = 'content-security-policy';
    // Of the page for what is missing, or of the folder in which it is.
    const own = [headers, ownOf(path)].find((one) => one?.[policy] === answer.headers[policy]);
    expectAnswer(answer, path, { status: 404, headers: { ...own, ...never }, text });
  }
  for (const path of notServed) {
    const { status, body } = await ask(origin, path);
    if (status < 400 || `${body}`.includes('content of')) wrong.push(`${path}: is answered with ${status}`);
  }
  const { etag } = (await ask(origin, revalidated)).headers;
  const again = await ask(origin, revalidated, { 'if-none-match': `${etag}` });
  expectAnswer(again, `${revalidated}, unchanged`, { status: 304, headers: {} });
  return wrong;
}

interface Expected {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: string;
}

/** Servers write `text/html; charset` with a space or without one. */
function toPlain(value: unknown): string {
  return `${value}`.replaceAll('; ', ';');
}

/** What a server has answered. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Asks for a path exactly as it stands; `fetch` would tidy it up and unpack the answer. Rejects where it is cut off. */
export function ask(origin: string, path: string, headers = {}, method = 'GET'): Promise<Answer> {
  const { protocol, hostname, port } = new URL(origin);
  const request = protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    // The certificate is one of this run.
    request({ hostname, port, path, method, headers, rejectUnauthorized: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

/** Changes a live document within one second without changing its length. Returns what a browser is sent that has the older one. */
export async function changeLive(origin: string, path: string, file: string): Promise<string> {
  const second = new Date('2026-11-20T12:00:00Z');
  await writeFile(file, '{"version":1}');
  await utimes(file, second, second);
  const { headers } = await ask(origin, path);
  await writeFile(file, '{"version":2}');
  await utimes(file, second, second);
  const { status, body } = await ask(origin, path, {
    'if-none-match': `${headers.etag ?? '*'}`,
    'if-modified-since': `${headers['last-modified']}`,
  });
  return `${status} ${body}`;
}
