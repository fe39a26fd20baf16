import type { PageHeaders } from './headers.ts';
import { type Route, toCaddyRoutes, toNginxRoutes } from './routes.ts';

const forAYear = 'public, max-age=31536000, immutable';
/** No path is named twice for one header, since static hosts join what several rules say. */
const caching = {
  '/': 'no-cache',
  '/index.html': 'no-cache',
  '/linkspan.json': 'no-cache',
  '/unsupported.html': 'no-cache',
  '/documents/*': 'no-cache',
  '/assets/*': forAYear,
};

/**
 * The headers and the routes in the forms that servers read, by their paths below the site: as JSON, as lines for a
 * server of nginx, as lines for one of Caddy. What begins with a dot is not served. Static hosts read the headers as a
 * whole `_headers` file; none of them can take a store's own headers away, so there is no route for them.
 */
export function toHeaderFiles(headers: PageHeaders, routes: readonly Route[]): ReadonlyMap<string, string> {
  const entries = Object.entries(headers);
  const about = '# Written by the deploy of the host from its configuration.\n';
  return new Map([
    ['.headers/headers.json', toJson(headers)],
    ['.headers/routes.json', toJson(routes)],
    [
      '.headers/nginx.conf',
      about +
        entries.map(([name, value]) => `add_header ${name} "${value}" always;\n`).join('') +
        toNginxRoutes(routes),
    ],
    [
      '.headers/Caddyfile',
      about + entries.map(([name, value]) => `header ${name} "${value}"\n`).join('') + toCaddyRoutes(routes),
    ],
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

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function rule(path: string, headers: readonly (readonly [string, string])[]): string {
  return `\n${path}\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`;
}
