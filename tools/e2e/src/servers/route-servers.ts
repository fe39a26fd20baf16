import { findProgram } from '@linkspan/stack/programs';
import { serveSite } from '@linkspan/stack/site';
import { startCaddy } from './start-caddy.ts';
import { startNginx } from './start-nginx.ts';

/** A page with routes that is being served. */
export interface Served {
  /** The page's origin. */
  readonly page: string;
  close(): Promise<void>;
}

/** A server that carries out the routes of a page. */
export interface RouteServer {
  readonly name: string;
  /** The program that has to be installed for it. */
  readonly program?: 'nginx' | 'Caddy';
  /** Serves a deployed site, and the remotes below a folder if the server serves such. */
  start(site: string, store: string): Promise<Served>;
}

export const nginxRoutes: RouteServer = {
  name: 'nginx',
  program: 'nginx',
  async start(site, store) {
    const [nginx = '', ...modules] = (await findProgram('nginx')) ?? [];
    return startNginx(nginx, { site, store }, { modules });
  },
};

export const caddyRoutes: RouteServer = {
  name: 'Caddy',
  program: 'Caddy',
  async start(site) {
    const [caddy = ''] = (await findProgram('Caddy')) ?? [];
    return startCaddy(caddy, site);
  },
};

export const practiceRoutes: RouteServer = {
  name: 'the practice server',
  async start(site) {
    const { port, close } = await serveSite(site, { port: 0 });
    return { page: `http://localhost:${port}`, close };
  },
};
