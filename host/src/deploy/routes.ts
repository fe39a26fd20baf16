import type { ConfigSource } from '../config.ts';
import { toSource } from '../csp/to-source.ts';

/** A way through the page's origin to a remote's store, for its live document and its discovery. */
export interface Route {
  /** Of the page's origin, such as `/remotes/remote-evm/`. */
  readonly path: string;
  /** The remote's own address; ends in `/`. */
  readonly to: string;
}

/** What follows a route's path, as an expression that servers read too. No other file of a store is reached by a route. */
export const passedOn = String.raw`(live\.json|releases/([\w@-][\w@.-]*/)+discovery[\w@.-]*\.js)`;

export function toRoutes({ families }: ConfigSource): readonly Route[] {
  return families.flatMap(({ remote: { route, url } }) =>
    route === undefined ? [] : [{ path: route, to: toSource(url) }],
  );
}

/**
 * The routes as lines for a server of nginx. What they have in common is in `docs/servers/nginx-route.conf`: a header
 * that is set in such a place takes the page's own away.
 */
export function toNginxRoutes(routes: readonly Route[]): string {
  return routes
    .map(
      ({ path, to }) => `
location = ${path}live.json {
    proxy_pass ${to}live.json;
    include snippets/nginx-route.conf;
}
location ^~ ${path}releases/ {
    proxy_pass ${to}releases/;
    include snippets/nginx-route.conf;
}
location ^~ ${path} {
    return 404;
}
`,
    )
    .join('');
}

/** The routes as lines for a server of Caddy. Its `header_down -**` drops what the store says beside the body. */
export function toCaddyRoutes(routes: readonly Route[]): string {
  return routes
    .map(({ path, to }) => {
      const { origin, pathname } = new URL(to);
      return `
handle ${path}* {
	@passed {
		method GET HEAD
		path_regexp passed ^${path.replaceAll('.', '\\.')}${passedOn}$
		header_regexp Sec-Fetch-Dest ^(empty|script)$
	}
	handle @passed {
		@document path *.json
		@discovery path *.js
		header Content-Security-Policy "sandbox; default-src 'none'"
		header X-Content-Type-Options "nosniff"
		header @document Content-Type "application/json"
		header @document Cache-Control "no-cache"
		header @discovery Content-Type "text/javascript; charset=utf-8"
		header @discovery Cache-Control "public, max-age=31536000, immutable"
		rewrite * ${pathname}{re.passed.1}?
		reverse_proxy ${origin} {
			method GET
			header_up -**
			header_up Host {upstream_hostport}
			header_down -**
			@found status 200
			handle_response @found {
				copy_response
			}
			handle_response {
				error 502
			}
		}
	}
	error 404
}
`;
    })
    .join('');
}
