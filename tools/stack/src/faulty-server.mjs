import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFaultyServer } from '@linkspan/practice/faulty-server';
import { addFaults } from '@linkspan/practice/remotes';
import { createRun, keyFile, promote, publishVariant, storeOf } from './deliver.mjs';
import { root } from './root.mjs';
import { serve, toPath, toType } from './serve.mjs';

/**
 * Serves a remote from the practice store of a folder, so that the faults of its server and of its release can be
 * switched on from the page. It starts without any.
 * @param {string} folder The one whose `.linkspan` has the store.
 * @param {string} remote
 * @param {{port: number}} options
 */
export function serveBreakable(folder, remote, { port }) {
  const home = join(storeOf(folder), remote);
  const run = createRun({ folder });
  /** @type {string | undefined} */
  let faulty;
  const { answer } = createFaultyServer(remote, async (release) => {
    if (release === 'sound') return run('rollback', remote, '--key', keyFile('machine'));
    faulty ??= await publishVariant('faulty', { folder, remote, from: await copyWithFaults(folder, remote) });
    await promote(run, remote, faulty);
  });
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

/** Copies a remote's package and build, and puts the switches into it. @param {string} folder @param {string} remote */
async function copyWithFaults(folder, remote) {
  const from = join(folder, '.linkspan', 'faulty', remote);
  await rm(from, { recursive: true, force: true });
  for (const name of ['dist', 'package.json'])
    await cp(join(root, remote, name), join(from, name), { recursive: true });
  await addFaults({ folder: from, family: remote.replace(/^remote-/, '') });
  return from;
}
