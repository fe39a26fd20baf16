import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { isOwnPath, type PageConfig, toMistake } from '../config.ts';
import {
  type ApplicationFiles,
  type ApplicationPage,
  assertNoServiceWorker,
  hashOf,
  isBelow,
  readPage,
  toAddress,
  toAppLine,
} from './application-page.ts';
import { assertFile } from './assert-file.ts';

/** Names by which a host is told to answer something else than the file that was read. */
const steering =
  /^\/(_redirects|_routes\.json|_worker\.js(\/.*)?|functions\/.*|(netlify|wrangler)\.toml|vercel\.json|web\.config|staticwebapp\.config\.json)$/i;

/** Names that belong to the deploy, on file systems too that know no capitals. */
const reserved =
  /^\/(linkspan\.json|blocked\.json|_headers|\.headers\/.*|documents\/.*|staged\/.*|assets\/linkspan\/.*|third-party-notices\.txt)$/i;

/**
 * Reads a folder of built files. If it is the site itself, files of an earlier deploy are passed over. Rejects with
 * `config/malformed` for a file that the deploy or a remote has under this name, for a link, and for a file whose name begins
 * with a dot.
 */
export async function readApplicationFiles(
  folder: string,
  site: string,
  { families }: Pick<PageConfig, 'families'>,
): Promise<ApplicationFiles> {
  const real = await toRealPath(folder);
  const realSite = await toRealPath(site);
  if (realSite.startsWith(real + sep)) throw toMistake('app', 'a folder that the site is not in');
  const entries = await readdir(real, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw toMistake('app', `a folder with an index.html; ${folder} cannot be read`, cause);
  });
  const remotes = families.map(({ remote }) => remote.url.toLowerCase()).filter(isOwnPath);
  const found = new Map<string, Uint8Array>();
  // One after another: a system opens a limited number of files at once.
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const file = join(entry.parentPath, entry.name);
    const name = `/${relative(real, file).split(sep).join('/')}`;
    if (reserved.test(name) || remotes.some((path) => name.toLowerCase().startsWith(path))) {
      if (real === realSite) continue;
      throw toMistake(`app${name}`, 'under another name: this one belongs to the deploy or to a remote');
    }
    if (steering.test(name))
      throw toMistake(`app${name}`, 'left out: it tells a host what to answer in place of the page');
    if (!entry.isFile()) throw toMistake(`app${name}`, 'a file: a link could lead out of the folder');
    if (/\/\./.test(name.replace(/^\/\.well-known(?=\/)/, '')))
      throw toMistake(
        `app${name}`,
        'left out: a name that begins with a dot is for files that nobody is served, .well-known/ excepted',
      );
    found.set(toAddress(name), await readFile(file));
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function toRealPath(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

/**
 * Reads the pages of an application. Throws `config/malformed`, with the file and its line, for what the page's policy or its
 * one import map would break, and for what would run without a hash.
 */
export function readPages(
  files: ApplicationFiles,
  config: Pick<PageConfig, 'app' | 'frames'>,
  isPinned = false,
): readonly ApplicationPage[] {
  const integrity: Record<string, string> = {};
  for (const [address, bytes] of files) {
    assertFile(address, bytes);
    if (!/\.[cm]?js$/i.test(address)) continue;
    assertNoServiceWorker(`app${address}`, new TextDecoder().decode(bytes));
    integrity[address] = hashOf(bytes);
  }
  if (!files.has('/index.html')) throw toMistake('app', 'a folder with an index.html');
  return [...files]
    .filter(([address]) => address.endsWith('.html'))
    .map(([address, bytes]) =>
      readPage({ address, html: decode(address, bytes), config, files, integrity, isPinned }),
    );
}

/** A page of a development server, whose modules have no hash: anything that the server has may run. */
export function readDevelopmentPage(
  html: string,
  config: Pick<PageConfig, 'app' | 'frames'>,
  isPinned = false,
): ApplicationPage {
  const page = readPage({ address: '/index.html', html, config, files: undefined, integrity: {}, isPinned });
  // As a source of a policy, a path that ends so is all below it.
  return { ...page, data: { ...page.data, sources: ['/'] } };
}

/**
 * The files that these paths name, as addresses; `*` is any part of a name. Throws `config/malformed` for a path that names
 * none, and for a file in a folder with pages: as a service worker, it would answer in their place.
 */
export function findWorkers(files: ApplicationFiles, paths: readonly string[] = []): readonly string[] {
  const addresses = [...files.keys()];
  const found = paths.flatMap((path, at) => {
    const place = `app.workers[${at}]`;
    const form = new RegExp(`^/${path.split('*').map(toLiteral).join('[^/]*')}$`);
    const named = addresses.filter((address) => form.test(decodeURIComponent(address)));
    if (named.length === 0) throw toMistake(place, `the path of a file in the folder; ${path} is none`);
    for (const address of named) {
      const folder = address.slice(0, address.lastIndexOf('/') + 1);
      if (addresses.some((one) => one.startsWith(folder) && one.endsWith('.html')))
        throw toMistake(
          place,
          `in a folder without pages, such as assets/: as a service worker, ${address} could answer for those of ${folder}`,
        );
    }
    return named;
  });
  return [...new Set(found)];
}

function toLiteral(text: string): string {
  return text.replace(/[.~@]/g, '\\$&');
}

/**
 * A sentence for what the page's policy blocks if it is used: workers that scripts start, and addresses of other origins in
 * style sheets. Whether they ever are, no reading of the files tells.
 */
export function sayBlocked(
  files: ApplicationFiles,
  { app = {} }: Pick<PageConfig, 'app'>,
): readonly string[] {
  const allowed = [...(app.styles ?? []), ...(app.fonts ?? []), ...(app.images ?? [])];
  const line = toAppLine(app, { workers: ['assets/worker-*.js'] });
  return [...files].flatMap(([address, bytes]) => {
    if (!/\.(css|[cm]?js)$/i.test(address)) return [];
    const text = new TextDecoder().decode(bytes);
    if (/\.css$/i.test(address))
      return listForeign(text, allowed).map(
        (origin) => `app${address} names ${origin}, which neither styles nor fonts nor images of "app" list.`,
      );
    if (app.workers?.length || !/\bnew\s+(Shared)?Worker\s*\(/.test(text)) return [];
    return [
      `app${address} starts a worker, which the page does not allow. To allow it, the configuration needs ${line}.`,
    ];
  });
}

/** The origins that a style sheet loads from, and no list allows. */
function listForeign(css: string, allowed: readonly string[]): readonly string[] {
  const named = css.matchAll(/(?:\burl\(|@import)\s*["']?\s*((?:https?:)?\/\/[^"')\s;]+)/gi);
  const urls = [...named]
    .map(([, address = '']) => address)
    .filter((one) => URL.canParse(one, 'https://site.invalid'));
  const blocked = urls
    .map((one) => new URL(one, 'https://site.invalid'))
    .filter((url) => !allowed.some((one) => isBelow(url, one)));
  return [...new Set(blocked.map(({ origin }) => origin))];
}

/** Throws `config/malformed` for a page that is not in UTF-8. */
function decode(address: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw toMistake(`app${address}`, 'in UTF-8', cause);
  }
}
