import type { PageHeaders } from './headers.ts';

const forAYear = 'public, max-age=31536000, immutable';
/** No path is named twice for one header, since static hosts join what several rules say. */
const caching = {
  '/': 'no-cache',
  '/index.html': 'no-cache',
  '/linkspan.json': 'no-cache',
  '/documents/*': 'no-cache',
  '/assets/*': forAYear,
};

/**
 * The headers in the forms that servers read, by their paths below the site: as JSON, as lines for a server of nginx,
 * as lines for one of Caddy, and as the whole `_headers` file of static hosts. What begins with a dot is not served.
 */
export function toHeaderFiles(headers: PageHeaders): ReadonlyMap<string, string> {
  const entries = Object.entries(headers);
  const about = '# Written by the deploy of the host from its configuration.\n';
  return new Map([
    ['.headers/headers.json', `${JSON.stringify(headers, null, 2)}\n`],
    [
      '.headers/nginx.conf',
      about + entries.map(([name, value]) => `add_header ${name} "${value}" always;\n`).join(''),
    ],
    ['.headers/Caddyfile', about + entries.map(([name, value]) => `header ${name} "${value}"\n`).join('')],
    [
      '_headers',
      about +
        [
          rule('/*', entries),
          ...Object.entries(caching).map(([path, value]) => rule(path, [['cache-control', value]])),
        ].join(''),
    ],
  ]);
}

function rule(path: string, headers: readonly (readonly [string, string])[]): string {
  return `\n${path}\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`;
}
