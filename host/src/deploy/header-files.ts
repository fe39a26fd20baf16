import { noticesName } from '@linkspan/trust';
import { closed, type PageHeaders } from './headers.ts';

/** The paths of a site by what they serve, as addresses. */
export interface SitePaths {
  /** The files that are pages: `/about.html`. What a server answers with one of them, it sends with the page's headers. */
  readonly pages: readonly string[];
  /** What is no page: `/linkspan.json`, or `/assets/` with all below it. For hosts whose rules know the request alone. */
  readonly closed: readonly string[];
  /** The folders of remotes. */
  readonly remotes: readonly string[];
  /** The files that the application starts as workers, and what replaces the page's policy there. */
  readonly workers?: readonly string[];
  readonly workerHeaders?: PageHeaders;
}

/** A site's paths, and the whole headers of each kind. */
interface Site extends Required<SitePaths> {
  readonly ofPages: PageHeaders;
  readonly ofClosed: PageHeaders;
  readonly ofWorkers: PageHeaders;
  readonly ofRemotes: PageHeaders;
}

const about = '# Written by the deploy of the host from its configuration.\n';

/**
 * The headers of the pages, of all that is no page, and of remotes under the page's origin, as files by their paths below the
 * site: JSON, lines for nginx, lines for Caddy, a `vercel.json`, a function for CloudFront, and a whole `_headers` file for
 * static hosts. Files whose names start with a dot are not served.
 */
export function toHeaderFiles(headers: PageHeaders, paths: SitePaths): ReadonlyMap<string, string> {
  const { workers = [], workerHeaders = closed } = paths;
  const site: Site = {
    ...{ ...paths, workers, workerHeaders },
    ofPages: headers,
    ofClosed: { ...headers, ...closed },
    ofWorkers: { ...headers, ...workerHeaders },
    // Without `Service-Worker-Allowed`, a service worker reaches no further than its own folder.
    ofRemotes: { ...closed, 'x-content-type-options': 'nosniff' },
  };
  return new Map([
    ['.headers/headers.json', toJson(headers)],
    ['.headers/paths.json', toJson(toOwnPaths(site))],
    ['.headers/nginx.conf', about + toNginx(site)],
    ['.headers/Caddyfile', about + toCaddy(site)],
    ['.headers/vercel.json', toVercel(toRules(site))],
    ['.headers/cloudfront.js', toCloudFront(toRules(site))],
    ['_headers', about + toBlocks(site)],
  ]);
}

/** The first one that a path is, or is below, counts. */
function toOwnPaths({ workers, closed, remotes, ofWorkers, ofClosed, ofRemotes }: Site) {
  const all = [[workers, ofWorkers] as const, [closed, ofClosed] as const, [remotes, ofRemotes] as const];
  return all.flatMap(([paths, headers]) => paths.map((path) => ({ path, headers })));
}

/**
 * By the file that answers: nginx looks for it again where a page answers for something else. A header set in a location
 * removes all others. Documents of a remote are sent whole, as by a store.
 */
function toNginx({ pages, workers, remotes, ofPages, ofClosed, ofWorkers, ofRemotes }: Site): string {
  const toLines = (headers: PageHeaders) =>
    Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}" always;`);
  const toLocation = (place: string, headers: PageHeaders, more: readonly string[] = []) => {
    const lines = [...toLines(headers), 'add_header Cache-Control $linkspan_page_cache always;', ...more];
    return `\nlocation ${place} {\n${lines.map((line) => `    ${line}\n`).join('')}}\n`;
  };
  return [
    `${toLines(ofClosed).join('\n')}\n`,
    'if ($http_service_worker) { return 403; }\n',
    toLocation(`~ "${toPattern(withFolders(pages))}"`, ofPages),
    ...(workers.length > 0 ? [toLocation(`~ "${toPattern(workers)}"`, ofWorkers)] : []),
    ...remotes.map((path) => toLocation(path, ofRemotes, ['etag off;', 'if_modified_since off;'])),
  ].join('');
}

/** By the file that is there: where there is none, a page answers. */
function toCaddy({ pages, workers, remotes, ofPages, ofClosed, ofWorkers, ofRemotes }: Site): string {
  const known = `path_regexp ${toPattern([...withFolders(pages), ...workers])}`;
  const below = remotes.length > 0 && `path ${remotes.map((path) => `${path}*`).join(' ')}`;
  const others = [`\tnot ${known}\n`, below && `\tnot ${below}\n`].filter(Boolean).join('');
  const there = 'file {path} {path}/index.html';
  const toLines = (name: string, matcher: string, set: PageHeaders) =>
    [
      `@linkspan_${name} ${matcher}\n`,
      ...Object.entries(set).map(([header, value]) => `header @linkspan_${name} ${header} "${value}"\n`),
    ].join('');
  return [
    toLines('page', `path_regexp ${toPattern(withFolders(pages))}`, ofPages),
    toLines('missing', `{\n\tnot ${there}\n${others}}`, ofPages),
    toLines('closed', `{\n\t${there}\n${others}}`, ofClosed),
    workers.length > 0 && toLines('worker', `path_regexp ${toPattern(workers)}`, ofWorkers),
    below && toLines('remote', below, ofRemotes),
    below && 'request_header @linkspan_remote -If-None-Match\n',
    below && 'request_header @linkspan_remote -If-Modified-Since\n',
    '@linkspan_service_worker header Service-Worker *\nerror @linkspan_service_worker 403\n',
  ]
    .filter(Boolean)
    .join('');
}

/** A page in a folder answers for the folder too. */
function withFolders(pages: readonly string[]): readonly string[] {
  return pages.flatMap((page) => (page.endsWith('/index.html') ? [page.slice(0, -10), page] : [page]));
}

/** A regular expression of these very paths, as they are decoded; without signs that mean something to a server. */
function toPattern(addresses: readonly string[]): string {
  const all = addresses.map((address) =>
    decodeURIComponent(address).replace(
      /[^\w/\-\u0080-\u{10FFFF}]/gu,
      (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
    ),
  );
  return `^(${all.join('|')})$`;
}

const forAYear = 'public, max-age=31536000, immutable';
/** Each path has one rule for a header, since static hosts join several rules. */
const caching = {
  '/': 'no-cache',
  '/index.html': 'no-cache',
  '/404.html': 'no-cache',
  '/linkspan.json': 'no-cache',
  '/blocked.json': 'no-cache',
  [`/${noticesName}`]: 'no-cache',
  '/documents/*': 'no-cache',
  '/assets/*': forAYear,
};
const remoteCaching = {
  'live.json': 'no-cache',
  'root.json': 'no-cache',
  'root/*': forAYear,
  'history/*': forAYear,
  'releases/*': forAYear,
};

/** If two rules have a policy, both apply, and nothing is left of the page's; its other headers are harmless. */
function toBlocks({ pages, closed: paths, remotes, workers, workerHeaders, ofPages }: Site): string {
  const blocks = new Map<string, PageHeaders>([['/*', ofPages]]);
  const add = (path: string, headers: PageHeaders) => blocks.set(path, { ...blocks.get(path), ...headers });
  for (const path of [...paths, ...remotes]) add(path.replace(/\/$/, '/*'), closed);
  for (const path of workers) add(path, workerHeaders);
  for (const [path, value] of Object.entries(caching)) add(path, { 'cache-control': value });
  // Static hosts know a page without the end of its name too.
  for (const page of pages)
    for (const path of [page, page.replace(/(?<=\/)index\.html$|\.html$/, '')])
      add(path, { 'cache-control': 'no-cache' });
  for (const path of remotes)
    for (const [file, value] of Object.entries(remoteCaching)) add(path + file, { 'cache-control': value });
  return [...blocks].map(([path, headers]) => toBlock(path, headers)).join('');
}

function toBlock(path: string, headers: PageHeaders): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `\n${path}\n${lines.join('')}`;
}

/** The headers of these paths, of which one that ends in a slash is all below it. */
type Rule = readonly [paths: readonly string[], headers: PageHeaders];

/** The whole headers of every path of the site: the first rule of a path counts. */
function toRules(site: Site): readonly Rule[] {
  const { closed, remotes, workers, ofPages, ofClosed, ofWorkers, ofRemotes } = site;
  const cached = (paths: readonly string[], headers: PageHeaders): readonly Rule[] => {
    const isAsset = (path: string) => path.startsWith('/assets/');
    return [
      [paths.filter(isAsset), { ...headers, 'cache-control': forAYear }],
      [paths.filter((path) => !isAsset(path)), { ...headers, 'cache-control': 'no-cache' }],
    ];
  };
  const rules: readonly Rule[] = [
    [
      remotes.flatMap((path) => [`${path}live.json`, `${path}root.json`]),
      { ...ofRemotes, 'cache-control': 'no-cache' },
    ],
    [remotes, { ...ofRemotes, 'cache-control': forAYear }],
    ...cached(workers, ofWorkers),
    ...cached(closed, ofClosed),
    [['/'], { ...ofPages, 'cache-control': 'no-cache' }],
  ];
  return rules.filter(([paths]) => paths.length > 0);
}

/**
 * https://vercel.com/docs/project-configuration: rules that share no path, since several would all apply. A script that is
 * redirected becomes no service worker.
 */
function toVercel(rules: readonly Rule[]): string {
  const toChoice = (paths: readonly string[]) =>
    paths
      .map((path) => path.slice(1).replace(/[^\w/%-]/g, '\\$&') + (path.endsWith('/') ? '.*' : ''))
      .join('|');
  return toJson({
    cleanUrls: false,
    redirects: [
      {
        source: '/(.*)',
        has: [{ type: 'header', key: 'service-worker' }],
        destination: '/',
        permanent: false,
      },
    ],
    headers: rules.map(([paths, headers], at) => {
      const earlier = rules.slice(0, at).flatMap(([one]) => one);
      const except = earlier.length > 0 ? `(?!(?:${toChoice(earlier)})$)` : '';
      return {
        source: `/(${except}(?:${toChoice(paths)}))`,
        headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
      };
    }),
  });
}

/**
 * A CloudFront function for viewer responses, in its JavaScript runtime 1.0 and 2.0; the service skips it for errors. A script
 * that is sent as text becomes no service worker.
 */
function toCloudFront(rules: readonly Rule[]): string {
  const decoded = rules.map(([paths, headers]) => [paths.map(decodeURIComponent), headers]);
  return `var rules = ${JSON.stringify(decoded)};
function handler(event) {
  var response = event.response;
  var path = event.request.uri;
  // The bucket finds a file by its decoded name.
  try { path = decodeURIComponent(path); } catch (malformed) {}
  var found = rules.filter(function (rule) {
    return rule[0].some(function (one) {
      return path === one || (one.slice(-1) === '/' && path.indexOf(one) === 0);
    });
  })[0];
  for (var name in found[1]) response.headers[name] = { value: found[1][name] };
  if (event.request.headers['service-worker']) response.headers['content-type'] = { value: 'text/plain' };
  return response;
}
`;
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
