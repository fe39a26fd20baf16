import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { families, familyIds } from '@linkspan/practice/families';
import { startChains } from '@linkspan/stack/chains';
import { deliverAll, storeOf } from '@linkspan/stack/deliver';
import { serveBreakable } from '@linkspan/stack/faulty-server';
import { keyFile } from '@linkspan/stack/keys';
import { deploySite, serveSite } from '@linkspan/stack/site';
import type { Stack } from './stack.ts';

/**
 * Releases what is built into a store of the stack's own, starts its chains, and serves the page and the remotes from
 * four origins. The faults of the remotes' servers can be switched on by requests, as with `npm start`. Returns the
 * undoing, which also removes what the stack has written.
 */
export async function openStack(stack: Stack): Promise<() => Promise<void>> {
  const { addresses, environment, name, outputFolder, practiceFolder } = stack;
  await rm(outputFolder, { recursive: true, force: true });
  await mkdir(outputFolder, { recursive: true });
  await deliverAll(practiceFolder);
  const from = { store: storeOf(practiceFolder), env: environment };
  const site = await deploySite(join(name, 'site'), from);
  const running = await startChains(environment);
  const servers = await Promise.all([
    serveSite(site, addresses.host),
    ...familyIds.map((id) => serveBreakable(practiceFolder, families[id].remote, addresses[id])),
  ]);
  return async () => {
    await Promise.all(servers.map((server) => server.close()));
    await running.end();
    await rm(outputFolder, { recursive: true, force: true });
    await rm(dirname(keyFile(practiceFolder, 'person')), { recursive: true, force: true });
  };
}
