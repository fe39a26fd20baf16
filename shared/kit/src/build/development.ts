import type { ServerResponse } from 'node:http';
import { contractVersion } from '@linkspan/contract';
import { liveDocumentName, type UnsignedRelease } from '@linkspan/trust';
import type { Plugin } from 'vite';
import type { RemoteOptions } from './remote-options.ts';

/** Serves the live document of a development server: version `dev`, and no hash of anything. */
export function developmentDocument(options: RemoteOptions): Plugin {
  const live: UnsignedRelease = {
    remote: options.name,
    release: {
      path: '',
      manifest: {
        remote: options.name,
        version: 'dev',
        contract: options.contract ?? contractVersion,
        shared: options.shared ?? {},
        discovery: 'src/discovery.ts',
        entry: 'remoteEntry.js',
        preload: [],
        files: [],
        dependencies: [],
        ...(options.accepts && { accepts: options.accepts }),
      },
    },
  };
  return {
    name: 'linkspan:development-document',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(`/${liveDocumentName}`, (_, response) => {
        response.setHeader('content-type', 'application/json');
        response.setHeader('access-control-allow-origin', '*');
        response.setHeader('cache-control', 'no-store');
        response.end(JSON.stringify(live));
      });
    },
  };
}

const path = '/linkspan-changes';
const listener = `new EventSource(new URL(import.meta.url).origin + '${path}').onmessage = () => location.reload();`;

/**
 * Reloads the page after an edit of the remote. Not by Vite's own client: it writes the remote's build constants over
 * the page's globals, and those switch the page's federation runtime off.
 */
export function developmentReload(): Plugin {
  const pages = new Set<ServerResponse>();
  return {
    name: 'linkspan:development-reload',
    apply: 'serve',
    transform: {
      filter: { id: /\/src\/discovery\.ts$/ },
      handler: (code) => `${code}\n${listener}`,
    },
    configureServer(server) {
      server.middlewares.use(path, (_, response) => {
        response.writeHead(200, {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'access-control-allow-origin': '*',
        });
        response.flushHeaders();
        pages.add(response);
        response.once('close', () => pages.delete(response));
      });
      server.watcher.on('change', () => {
        for (const page of pages) page.write('data: changed\n\n');
      });
    },
  };
}
