import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFaultyServer } from '@linkspan/practice/faulty-server';
import { serve, toPath, toType } from '@linkspan/release/serve';
import { storeOf } from './deliver.mjs';

/**
 * Serves a remote from the practice store of a folder. A page can switch faults of the server on; it starts without any.
 * @param {string} folder The one whose `.linkspan` has the store.
 * @param {string} remote
 * @param {{port: number}} options
 */
export function serveBreakable(folder, remote, { port }) {
  const home = join(storeOf(folder), remote);
  const answer = createFaultyServer(remote);
  return serve(home, {
    port,
    cors: true,
    before: ({ request, response }) =>
      answer({
        request,
        response,
        async read() {
          const path = toPath(request.url) ?? '';
          const bytes = await readFile(join(home, path)).catch(() => undefined);
          return bytes && { bytes, type: toType(path) ?? 'application/octet-stream' };
        },
      }),
  });
}
