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
