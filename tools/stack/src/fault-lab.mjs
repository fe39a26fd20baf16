import { join } from 'node:path';
import { createFaultyServer } from '@linkspan/practice/faulty-server';
import { storeOf } from './rehearse.mjs';
import { runNode, typescript } from './run.mjs';
import { serve } from './serve.mjs';

/**
 * Serves a remote from the practice store of a folder, so that its faults can be switched on from the page: those of the
 * server, and of the release. It begins without any.
 * @param {string} folder The one whose `.linkspan` the store is in.
 * @param {string} remote
 * @param {{port: number}} options
 */
export function serveBreakable(folder, remote, { port }) {
  const { answer } = createFaultyServer(remote, async (release) => {
    await runNode(typescript('tools/stack/src/deliver-faulty.mts', [folder, remote, release]));
  });
  return serve(join(storeOf(folder), remote), { port, cors: true, before: answer });
}
