import type { ServerResponse } from 'node:http';
import { liveDocumentName } from '@linkspan/trust';
import type { Plugin } from 'vite';
import { describeRelease, type RemoteOptions } from './remote-options.ts';

const path = '/linkspan-changes';
const listener = `new EventSource(new URL(import.meta.url).origin + '${path}').onmessage = () => location.reload();`;

/**
 * Serves the live document of a development server (version `dev`, without hashes), and reloads the page after an edit.
 * Not by Vite's own client: it writes the remote's build constants over the page's globals, and those switch the page's
 * federation runtime off.
 */
export function development(options: RemoteOptions): Plugin {
  const entries = { discovery: 'src/discovery.ts', entry: 'remoteEntry.js' };
  const live = describeRelease(options, '', {
    version: 'dev',
    ...entries,
    preload: [],
    files: [],
    dependencies: [],
  });
  const pages = new Set<ServerResponse>();
  return {
    name: 'linkspan:development',
    apply: 'serve',
    transform: {
      filter: { id: /\/src\/discovery\.ts$/ },
      handler: (code) => `${code}\n${listener}`,
    },
    configureServer(server) {
      const headers = { 'cache-control': 'no-store' };
      server.middlewares.use(`/${liveDocumentName}`, (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(live));
      });
      server.middlewares.use(path, (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
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
