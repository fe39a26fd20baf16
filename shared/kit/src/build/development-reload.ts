import type { ServerResponse } from 'node:http';
import type { Plugin } from 'vite';

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
