import { type PageHeaders, remoteHeaders } from './headers.ts';

const forAYear = 'public, max-age=31536000, immutable';
/** No path is named twice for one header, since static hosts join what several rules say. */
const caching = {
  '/': 'no-cache',
  '/index.html': 'no-cache',
  '/linkspan.json': 'no-cache',
  '/blocked.json': 'no-cache',
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

const about = '# Written by the deploy of the host from its configuration.\n';

/**
 * The page's headers, and those of remotes under the given paths of its origin, in the forms that servers read, by their
 * paths below the site: as JSON, as lines for a server of nginx, as lines for one of Caddy, and as a whole `_headers`
 * file for static hosts. What begins with a dot is not served.
 */
export function toHeaderFiles(headers: PageHeaders, paths: readonly string[]): ReadonlyMap<string, string> {
  const remotes = paths.map((path) => ({ path, headers: remoteHeaders }));
  return new Map([
    ['.headers/headers.json', toJson(headers)],
    ['.headers/remotes.json', toJson(remotes)],
    ['.headers/nginx.conf', about + toNginxLines(headers) + paths.map(toNginxLocation).join('')],
    ['.headers/Caddyfile', about + toCaddy(headers, paths)],
    ['_headers', about + toRules(headers, paths)],
  ]);
}

function toNginxLines(headers: PageHeaders): string {
  return Object.entries(headers)
    .map(([name, value]) => `add_header ${name} "${value}" always;\n`)
    .join('');
}

/** A header that is set in a location takes the page's own away. Documents are sent whole, as those of a store are. */
function toNginxLocation(path: string): string {
  return `
location ${path} {
    ${toNginxLines(remoteHeaders).trim().replaceAll('\n', '\n    ')}
    add_header Cache-Control $linkspan_page_cache always;
    etag off;
    if_modified_since off;
}
`;
}

function toCaddy(headers: PageHeaders, paths: readonly string[]): string {
  const toLines = (matcher: string, set: PageHeaders) =>
    Object.entries(set)
      .map(([name, value]) => `header ${matcher}${name} "${value}"\n`)
      .join('');
  if (paths.length === 0) return toLines('', headers);
  const all = paths.map((path) => `${path}*`).join(' ');
  return `@linkspan_page not path ${all}
${toLines('@linkspan_page ', headers)}
@linkspan_remote path ${all}
${toLines('@linkspan_remote ', remoteHeaders)}request_header @linkspan_remote -If-None-Match
request_header @linkspan_remote -If-Modified-Since
`;
}

/** Both policies of a remote's file are in force; the page's other headers do no harm there. */
function toRules(headers: PageHeaders, paths: readonly string[]): string {
  const policy = 'content-security-policy';
  return [
    rule('/*', Object.entries(headers)),
    ...paths.map((path) => rule(`${path}*`, [[policy, remoteHeaders[policy] ?? '']])),
    ...Object.entries(caching).map(([path, value]) => rule(path, [['cache-control', value]])),
    ...paths.flatMap((path) =>
      Object.entries(remoteCaching).map(([file, value]) => rule(path + file, [['cache-control', value]])),
    ),
  ].join('');
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function rule(path: string, headers: readonly (readonly [string, string])[]): string {
  return `\n${path}\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`;
}
