import { serveSite } from '../../../tasks/site.mjs';
import { findNginx, findNginxScripts } from './find-nginx.ts';
import { startNginx } from './start-nginx.ts';

/** A page with routes that is being served. */
export interface Served {
  /** The page's origin. */
  readonly page: string;
  close(): Promise<void>;
}

/** What carries out the routes of a page, where this machine has it. */
export interface RouteServer {
  readonly name: string;
  readonly isMissing: boolean;
  /** Serves a deployed site, and the remotes below a folder where it serves such. */
  start(site: string, store: string): Promise<Served>;
}

const [nginx, nginxScripts] = [await findNginx(), await findNginxScripts()];

export const nginxRoutes: RouteServer = {
  name: 'nginx',
  isMissing: nginx === undefined || nginxScripts === undefined,
  start: (site, store) => startNginx(nginx ?? '', { site, store }, { modules: [nginxScripts ?? ''] }),
};

export const practiceRoutes: RouteServer = {
  name: 'the practice server',
  isMissing: false,
  async start(site) {
    const { port, close } = await serveSite(site, { port: 0 });
    return { page: `http://localhost:${port}`, close };
  },
};
