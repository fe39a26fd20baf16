import { mkdir, rm } from 'node:fs/promises';
import { parts } from '../../../tasks/build.mjs';
import { startChains } from '../../../tasks/chains.mjs';
import { serveBreakable } from '../../../tasks/fault-lab.mjs';
import { assertFree } from '../../../tasks/ports.mjs';
import { rehearse, storeOf } from '../../../tasks/rehearse.mjs';
import { serve } from '../../../tasks/serve.mjs';
import { deploySite, serveSite } from '../../../tasks/site.mjs';
import { addresses, environment } from './addresses.ts';
import { buildOrFormer } from './build-or-former.ts';
import { outputFolder, practiceFolder, releaseFolder, siteName } from './folders.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** The address of each remote's own origin. */
const remotes = {
  'remote-evm': addresses.evm,
  'remote-solana': addresses.solana,
  'remote-near': addresses.near,
} as const;

/**
 * Builds what has changed, releases it into a store of these tests' own, starts the chains, serves host and remotes on
 * four origins. Answers the undoing. `isBreakable`: the remotes' servers can be broken by requests, as at `npm start`.
 */
export async function openHouse({ isBreakable = false } = {}): Promise<() => Promise<void>> {
  const { host, chains } = addresses;
  const served = { 'the page': host, ...remotes };
  const ports = Object.entries({ ...served, ...chains }).map(
    ([purpose, { port }]) => [purpose, port] as const,
  );
  await assertFree(Object.fromEntries(ports));
  const site = await oneAtATime(async () => {
    for (const part of parts) await buildOrFormer(part);
    await rm(outputFolder, { recursive: true, force: true });
    await mkdir(outputFolder, { recursive: true });
    await rehearse(practiceFolder);
    return deploySite(siteName, { store: storeOf(practiceFolder), env: environment });
  });
  const running = await startChains(environment);
  const servers = await Promise.all([
    serveSite(site, { port: host.port }),
    ...Object.entries(remotes).map(([name, { port }]) =>
      isBreakable
        ? serveBreakable(practiceFolder, name, { port })
        : serve(releaseFolder(name), { port, cors: true }),
    ),
  ]);
  return async () => {
    await Promise.all(servers.map((server) => server.close()));
    await running.end();
  };
}
