import { localSockets } from '@linkspan/contract';
import { noticesName } from '@linkspan/trust';
import { type ConfigSource, isOwnPath, type PageConfig } from '../config.ts';
import { policyName, toOrigins, toPolicyText, toSharedDirectives, toSource } from '../csp/policy.ts';

/** Response headers by their names, in small letters. */
export type PageHeaders = Readonly<Record<string, string>>;

/** Device features that a page of wallets never needs: Permissions Policy, "Policy-controlled features". */
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
 * The headers for all responses of a page with this configuration: it may reach only addresses of the configuration. The
 * inline script narrows the scripts further, to the files of the chosen releases.
 */
export function toHeaders(config: ConfigSource): PageHeaders {
  return {
    'content-security-policy': toPolicyText(toDirectives(config)),
    // Wallets that open a window must be able to answer the page.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': denied.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    // RFC 6797: a browser that has seen it asks by HTTPS alone. On a practice page it could lock a developer's localhost.
    ...(!config.practice && { 'strict-transport-security': 'max-age=31536000' }),
    // It cannot name an origin: `frame-ancestors` of the policy alone says who may frame the page.
    ...(!config.framedBy?.length && { 'x-frame-options': 'DENY' }),
  };
}

/** The remotes that are paths of the page's origin. */
export function toOwnPaths({ families }: PageConfig): readonly string[] {
  return families.map(({ remote }) => remote.url).filter(isOwnPath);
}

/** A file opened as a page may do nothing; a page that loads the file is not affected. */
const closed = { 'content-security-policy': "sandbox; default-src 'none'" } as const;

/** A path of the page's origin whose files are not pages, with headers that replace the page's own. */
interface ClosedPath {
  readonly path: string;
  readonly headers: PageHeaders;
}

/**
 * The headers of files below /assets/. A worker is started under the policy of its own file, and does nothing in a sandbox:
 * a file that is opened as a document then runs scripts of the site, and none in itself.
 */
export function toAssetHeaders(config: ConfigSource): PageHeaders {
  if (!config.app?.workers) return closed;
  const { 'default-src': others, 'connect-src': connect, 'worker-src': workers } = toDirectives(config);
  return {
    'content-security-policy': toPolicyText({
      ...{ 'default-src': others, 'script-src': ["'self'"], 'connect-src': connect, 'worker-src': workers },
      ...{ 'base-uri': ["'none'"], 'form-action': ["'none'"], 'frame-ancestors': ["'none'"] },
    }),
  };
}

/** Content Security Policy 3. All pictures are `data:` addresses; the inline script and the styles are in the page. */
function toDirectives(config: ConfigSource) {
  const { families, practice, telemetry, connect = [], frames = [], framedBy, app } = config;
  // A path of the page's origin is in 'self'.
  const remotes = families.map(({ remote }) => remote.url).filter((url) => !isOwnPath(url));
  const chains = families.flatMap(({ networks }) =>
    networks.flatMap(({ rpc, ws }) => [...rpc, ws ?? []].flat()),
  );
  const foreign = practice && !practice.module.startsWith('/') ? [practice.module] : [];
  const scripts = (app?.scripts ?? []).map(({ url }) => url);
  const own = app ? ["'self'"] : [];
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", "'unsafe-inline'", ...toSources([...remotes, ...foreign, ...scripts])],
    'script-src-attr': ["'none'"],
    ...toSharedDirectives(app),
    'img-src': ['data:', ...own, ...toSources(app?.images ?? []), ...(app ? ['blob:'] : [])],
    ...(app && {
      'font-src': ["'self'", 'data:', ...toSources(app.fonts ?? [])],
      'media-src': ["'self'", 'blob:', ...toSources(app.media ?? [])],
      'manifest-src': ["'self'"],
    }),
    'connect-src': [
      "'self'",
      ...toSources([
        ...remotes,
        ...(telemetry ? [telemetry.url] : []),
        ...chains,
        ...connect,
        ...(app?.connect ?? []),
      ]),
    ],
    'frame-src': [toOrigins([...frames, ...(app?.frames ?? [])])],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': [app ? "'self'" : "'none'"],
    'frame-ancestors': [toOrigins(framedBy)],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [policyName, ...(app?.trustedTypes ?? [])],
  };
}

function toSources(addresses: readonly string[]): readonly string[] {
  return [...new Set(addresses.map((address) => (address === localSockets ? address : toSource(address))))];
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
};
const remoteCaching = {
  'live.json': 'no-cache',
  'root.json': 'no-cache',
  'root/*': forAYear,
  'history/*': forAYear,
  'releases/*': forAYear,
};

const about = '# Written by the deploy of the host from its configuration.\n';

/** Differences that an application makes. */
interface ApplicationHeaders {
  /** Of files below /assets/. */
  readonly assets?: PageHeaders;
  /** The addresses of its pages: `/about.html`. */
  readonly pages?: readonly string[];
}

/**
 * The headers of the page, of its own files and of remotes under the given paths, as files by their paths below the site:
 * JSON, lines for nginx, lines for Caddy, a `vercel.json`, a function for CloudFront, and a whole `_headers` file for static
 * hosts. Files whose names start with a dot are not served.
 */
export function toHeaderFiles(
  headers: PageHeaders,
  paths: readonly string[],
  { assets: ofAssets = closed, pages = [] }: ApplicationHeaders = {},
): ReadonlyMap<string, string> {
  const assets = { path: '/assets/', headers: { ...headers, ...ofAssets } };
  // Without `Service-Worker-Allowed`, a service worker reaches no further than its own folder.
  const remotes = paths.map((path) => ({
    path,
    headers: { ...closed, 'x-content-type-options': 'nosniff' },
  }));
  return new Map([
    ['.headers/headers.json', toJson(headers)],
    ['.headers/paths.json', toJson([assets, ...remotes])],
    ['.headers/nginx.conf', about + toNginx(headers, assets, remotes)],
    ['.headers/Caddyfile', about + toCaddy(headers, assets, remotes)],
    ['.headers/vercel.json', toVercel(toPrefixes(headers, assets, remotes))],
    ['.headers/cloudfront.js', toCloudFront(toPrefixes(headers, assets, remotes))],
    ['_headers', about + toRules(headers, paths, { assets: ofAssets, pages })],
  ]);
}

/** A header set in a location removes all others. Documents of a remote are sent whole, as by a store. */
function toNginx(headers: PageHeaders, assets: ClosedPath, remotes: readonly ClosedPath[]): string {
  const whole = ['etag off;', 'if_modified_since off;'];
  return [
    toNginxLines(headers).join('\n'),
    toNginxLocation(assets),
    ...remotes.map((remote) => toNginxLocation(remote, whole)),
    '',
  ].join('\n');
}

function toNginxLines(headers: PageHeaders): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `add_header ${name} "${value}" always;`);
}

function toNginxLocation({ path, headers }: ClosedPath, more: readonly string[] = []): string {
  const lines = [...toNginxLines(headers), 'add_header Cache-Control $linkspan_page_cache always;', ...more];
  return `
location ${path} {
${lines.map((line) => `    ${line}`).join('\n')}
}`;
}

function toCaddy(headers: PageHeaders, assets: ClosedPath, remotes: readonly ClosedPath[]): string {
  const all = [assets, ...remotes].map(({ path }) => `${path}*`).join(' ');
  const toLines = (name: string, matcher: string, set: PageHeaders) =>
    [
      `@linkspan_${name} ${matcher}\n`,
      ...Object.entries(set).map(([header, value]) => `header @linkspan_${name} ${header} "${value}"\n`),
    ].join('');
  const [remote] = remotes;
  return [
    toLines('page', `not path ${all}`, headers),
    toLines('assets', `path ${assets.path}*`, assets.headers),
    remote && toLines('remote', `path ${remotes.map(({ path }) => `${path}*`).join(' ')}`, remote.headers),
    remote && 'request_header @linkspan_remote -If-None-Match\n',
    remote && 'request_header @linkspan_remote -If-Modified-Since\n',
  ].join('');
}

/** If two rules have a policy, both apply; the page's other headers are harmless. */
function toRules(
  headers: PageHeaders,
  paths: readonly string[],
  { assets, pages }: Required<ApplicationHeaders>,
): string {
  // Static hosts know a page without the end of its name too.
  const fresh = new Set(pages.flatMap((page) => [page, page.replace(/(?<=\/)index\.html$|\.html$/, '')]));
  return [
    rule('/*', headers),
    ...paths.map((path) => rule(`${path}*`, closed)),
    ...Object.entries(caching).map(([path, value]) => rule(path, { 'cache-control': value })),
    ...[...fresh]
      .filter((path) => !(path in caching))
      .map((path) => rule(path, { 'cache-control': 'no-cache' })),
    rule('/assets/*', { ...assets, 'cache-control': forAYear }),
    ...paths.flatMap((path) =>
      Object.entries(remoteCaching).map(([file, value]) => rule(path + file, { 'cache-control': value })),
    ),
  ].join('');
}

/** The headers of all paths that begin so. */
type Prefix = readonly [path: string, headers: PageHeaders];

/** The whole headers of every path of the site: the first prefix of a path counts. */
function toPrefixes(
  headers: PageHeaders,
  assets: ClosedPath,
  remotes: readonly ClosedPath[],
): readonly Prefix[] {
  const ofRemote = ({ path, headers }: ClosedPath): readonly Prefix[] => [
    ...['live.json', 'root.json'].map(
      (name): Prefix => [path + name, { ...headers, 'cache-control': 'no-cache' }],
    ),
    [path, { ...headers, 'cache-control': forAYear }],
  ];
  return [
    ...remotes.flatMap(ofRemote),
    [assets.path, { ...assets.headers, 'cache-control': forAYear }],
    ['/', { ...headers, 'cache-control': 'no-cache' }],
  ];
}

/** https://vercel.com/docs/project-configuration: rules that share no path, since several would all apply. */
function toVercel(prefixes: readonly Prefix[]): string {
  const toPattern = (path: string) => path.replaceAll('.', '\\.');
  return toJson({
    cleanUrls: false,
    headers: prefixes.map(([path, headers], at) => {
      const earlier = prefixes.slice(0, at).flatMap(([one]) => (one.startsWith(path) ? [one] : []));
      const except = earlier.map((one) => toPattern(one.slice(path.length))).join('|');
      return {
        source: `${toPattern(path)}(${except && `(?!${except})`}.*)`,
        headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
      };
    }),
  });
}

/** A CloudFront function for viewer responses, in its JavaScript runtime 1.0 and 2.0; the service skips it for errors. */
function toCloudFront(prefixes: readonly Prefix[]): string {
  return `var prefixes = ${JSON.stringify(prefixes)};
function handler(event) {
  var response = event.response;
  var path = event.request.uri;
  // The bucket finds a file by its decoded name.
  try { path = decodeURIComponent(path); } catch (malformed) {}
  var found = prefixes.filter(function (one) { return path.indexOf(one[0]) === 0; })[0];
  for (var name in found[1]) response.headers[name] = { value: found[1][name] };
  return response;
}
`;
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function rule(path: string, headers: PageHeaders): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}\n`);
  return `\n${path}\n${lines.join('')}`;
}
