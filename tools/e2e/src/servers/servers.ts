import { findProgram } from '@linkspan/stack/programs';
import { serve } from '@linkspan/stack/serve';
import { serveSite } from '@linkspan/stack/site';
import { type Folders, type Running, startCaddy } from './start-caddy.ts';
import { startNginx } from './start-nginx.ts';

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
