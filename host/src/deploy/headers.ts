import { localSockets } from '@linkspan/contract';
import { type ConfigSource, isOwnPath, type PageConfig, packagesFolder } from '../config.ts';
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
 * The headers of a page with this configuration: it may reach only addresses of the configuration. The
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

/** The folders of remotes below the page's origin, but those of packages, which are files of the site. */
export function toOwnPaths({ families }: PageConfig): readonly string[] {
  const urls = families.map(({ remote }) => remote.url);
  return urls.filter((url) => isOwnPath(url) && !url.startsWith(packagesFolder));
}

/** The policy of what is no page: opened as one it may do nothing. A page that loads the file is not affected. */
export const closed: PageHeaders = { 'content-security-policy': "sandbox; default-src 'none'" };

/**
 * What replaces the page's policy in the files that are started as workers: a worker runs under the policy of its own file,
 * and does nothing in a sandbox. Opened as a document, such a file runs scripts of the site, and none in itself.
 */
export function toWorkerHeaders(config: ConfigSource): PageHeaders {
  const { 'connect-src': connect } = toDirectives(config);
  return {
    'content-security-policy': toPolicyText({
      ...{ 'default-src': ["'none'"], 'script-src': ["'self'"], 'connect-src': connect },
      ...{ 'worker-src': ["'none'"], 'base-uri': ["'none'"], 'form-action': ["'none'"] },
      'frame-ancestors': ["'none'"],
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
