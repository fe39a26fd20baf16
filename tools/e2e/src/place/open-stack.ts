import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startChains } from '@linkspan/stack/chains';
import { serveBreakable } from '@linkspan/stack/fault-lab';
import { assertFree } from '@linkspan/stack/ports';
import { rehearse, storeOf } from '@linkspan/stack/rehearse';
import { deploySite, serveSite } from '@linkspan/stack/site';
import type { Stack } from './stack.ts';

/**
 * Releases what is built into a store of the stack's own, starts its chains, and serves the page and the remotes from
 * four origins. The faults of the remotes' servers can be switched on by requests, as with `npm start`. Returns the
 * undoing, which also removes what the stack has written.
 */
export async function openStack(stack: Stack): Promise<() => Promise<void>> {
  const { addresses, environment, name, outputFolder, practiceFolder } = stack;
  const { host, evm, solana, near, chains } = addresses;
  const remotes = { 'remote-evm': evm, 'remote-solana': solana, 'remote-near': near };
  const listeners = Object.entries({ 'the page': host, ...remotes, ...chains });
  await assertFree(Object.fromEntries(listeners.map(([purpose, { port }]) => [purpose, port])));
  await rm(outputFolder, { recursive: true, force: true });
  await mkdir(outputFolder, { recursive: true });
  await rehearse(practiceFolder);
  const from = { store: storeOf(practiceFolder), env: environment };
  const site = await deploySite(join(name, 'site'), from);
  const running = await startChains(environment);
  const servers = await Promise.all([
    serveSite(site, { port: host.port }),
    ...Object.entries(remotes).map(([remote, { port }]) => serveBreakable(practiceFolder, remote, { port })),
  ]);
  return async () => {
    await Promise.all(servers.map((server) => server.close()));
    await running.end();
    await rm(outputFolder, { recursive: true, force: true });
  };
}
