import { serve } from '@linkspan/release/serve';
import { serveBreakable } from '@linkspan/stack/faulty-server';
import { families } from '../page/families.ts';
import { openSite, readConfig, type SiteConfig, withRemoteAt } from './site.ts';
import type { Team } from './team.ts';

/** A page of its own, whose remotes are all served from a team's store, each from its own origin. */
export interface TeamPlace extends AsyncDisposable {
  /** The page's address, which is its origin. */
  readonly url: string;
  /** What it was deployed by: every remote is where it is served. */
  readonly config: SiteConfig;
  /** A remote's own origin. */
  originOf(remote: string): string;
}

/**
 * Deploys a page under a name that no other journey has, and serves it and a team's store by this process.
 * `app` is the folder of a built application. `isBreakable`: the remotes' servers can be broken by requests, as at `npm start`.
 */
export async function openTeamPlace(
  name: string,
  team: Team,
  { isBreakable = false, app = undefined as string | undefined } = {},
): Promise<TeamPlace> {
  const servers = new Map<string, Awaited<ReturnType<typeof serve>>>();
  const open = (remote: string) =>
    isBreakable
      ? serveBreakable(team.folder, remote, { port: 0 })
      : serve(team.folderOf(remote), { port: 0, cors: true });
  for (const { remote } of families) servers.set(remote, await open(remote));
  const originOf = (remote: string) => `http://localhost:${servers.get(remote)?.port}`;
  const config = families.reduce(
    (before, { remote }) => withRemoteAt(before, remote, originOf(remote), team.folderOf(remote)),
    await readConfig(),
  );
  const site = await openSite(name, config, app);
  return {
    url: site.url,
    config,
    originOf,
    async [Symbol.asyncDispose]() {
      await site.close();
      for (const server of servers.values()) await server.close();
    },
  };
}
