import { type ConfigSource, isOwnPath, type PageConfig } from '../config.ts';
import { policyName, toSource } from '../csp/policy.ts';

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
    'x-frame-options': 'DENY',
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
  const { families, practice, telemetry, connect = [] } = config;
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
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': [
      "'self'",
      ...toSources([...remotes, ...(telemetry ? [telemetry.url] : []), ...chains, ...connect]),
    ],
    // A worker's address would be fetched by the browser, which looks at no hash.
    'worker-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': [policyName],
  };
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
}

function toSources(addresses: readonly string[]): readonly string[] {
  return [...new Set(addresses.map((address) => toSource(address)))];
}
