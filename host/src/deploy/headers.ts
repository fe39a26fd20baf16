import { localSockets } from '@linkspan/contract';
import { type ConfigSource, isOwnPath, type PageConfig } from '../config.ts';
import { policyName, toOrigins, toSource } from '../csp/policy.ts';

/** Response headers by their names, in small letters. */
export type PageHeaders = Readonly<Record<string, string>>;

/** What no page of wallets needs of a device: Permissions Policy, "Policy-controlled features". */
const denied = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/**
 * The headers that a server sends with everything of a page of this configuration: it may reach what the configuration
 * names, and nothing else. The inline script narrows the scripts further, to the files of the releases that it chose.
 */
export function toHeaders(config: ConfigSource): PageHeaders {
  return {
    'content-security-policy': toPolicy(config),
    // Wallets that open a window must be able to answer the page that opened them.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': denied.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    // It cannot name an origin: `frame-ancestors` of the policy alone says who may frame the page.
    ...(!config.framedBy?.length && { 'x-frame-options': 'DENY' }),
  };
}

/** The remotes that are paths of the page's origin. */
export function toOwnPaths({ families }: PageConfig): readonly string[] {
  return families.map(({ remote }) => remote.url).filter(isOwnPath);
}

/**
 * The headers of a remote's files under the page's origin, in place of the page's own: what is opened as a page there may
 * do nothing. Without `Service-Worker-Allowed`, a service worker reaches no further than its own folder.
 */
export const remoteHeaders: PageHeaders = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};

/** Content Security Policy 3. A wallet's icon is a `data:` address; the inline script and the styles are in the page. */
function toPolicy(config: ConfigSource): string {
  const { families, practice, telemetry, connect = [], frames, framedBy } = config;
  // A path of the page's origin is in 'self'.
  const remotes = families.map(({ remote }) => remote.url).filter((url) => !isOwnPath(url));
  const chains = families.flatMap(({ networks }) =>
    networks.flatMap(({ rpc, ws }) => [...rpc, ws ?? []].flat()),
  );
  const foreign = practice && !practice.module.startsWith('/') ? [practice.module] : [];
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", "'unsafe-inline'", ...toSources([...remotes, ...foreign])],
    'script-src-attr': ["'none'"],
    'style-src': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': [
      "'self'",
      ...toSources([...remotes, ...(telemetry ? [telemetry.url] : []), ...chains, ...connect]),
    ],
    'frame-src': [toOrigins(frames)],
    // A worker's address would be fetched by the browser, which looks at no hash.
    'worker-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': [toOrigins(framedBy)],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [policyName],
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

function toSources(addresses: readonly string[]): readonly string[] {
  return [...new Set(addresses.map((address) => (address === localSockets ? address : toSource(address))))];
}

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
 * file for static hosts. Files whose names start with a dot are not served.
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
