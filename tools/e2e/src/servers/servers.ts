import { findProgram } from '@linkspan/stack/programs';
import { serve } from '@linkspan/stack/serve';
import { serveSite } from '@linkspan/stack/site';
import { startCaddy } from './start-caddy.ts';
import { startNginx } from './start-nginx.ts';

/** A deployed page, and a store or one remote's folder of it. */
export interface Folders {
  readonly site: string;
  readonly store: string;
}

/** The page's server and the store's, running at these origins. */
export interface Running {
  readonly page: string;
  readonly store: string;
  close(): Promise<void>;
}

/** A server that a page and a store can be served by. */
export interface Server {
  readonly name: string;
  /** The program that has to be installed for it. */
  readonly program?: 'nginx' | 'Caddy';
  /** It is configured as `docs/servers` says: it compresses, serves whole stores, and tells live documents apart. */
  readonly isPublished: boolean;
  start(folders: Folders): Promise<Running>;
}

export const servers: readonly Server[] = [
  {
    name: 'nginx',
    program: 'nginx',
    isPublished: true,
    async start(folders) {
      const [nginx = ''] = (await findProgram('nginx')) ?? [];
      return startNginx(nginx, folders);
    },
  },
  {
    name: 'Caddy',
    program: 'Caddy',
    isPublished: true,
    async start(folders) {
      const [caddy = ''] = (await findProgram('Caddy')) ?? [];
      return startCaddy(caddy, folders);
    },
  },
  {
    name: 'the practice server',
    isPublished: false,
    async start({ site, store }) {
      const page = await serveSite(site, { port: 0 });
      const files = await serve(store, { port: 0, cors: true });
      return {
        page: `http://localhost:${page.port}`,
        store: `http://localhost:${files.port}`,
        async close() {
          await page.close();
          await files.close();
        },
      };
    },
  },
];
