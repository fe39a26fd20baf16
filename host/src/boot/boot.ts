import { LinkspanError } from '@linkspan/contract';
import { openStorage, storagePrefix } from '../connect/storage.ts';
import { createBerth } from '../loader/berth.ts';
import { withDeadline } from '../loader/deadline.ts';
import { chooseReleases } from '../loader/release-choice.ts';
import type { ReleaseSource } from '../loader/release-source.ts';
import { type Enforce, refuseUnenforced } from './enforce.ts';
import type { Arrival, EnterLobby } from './hand-over.ts';

/** What the boot script is given by the page. */
export interface BootNeeds {
  readonly page: Arrival['page'];
  readonly source: ReleaseSource;
  readonly enforce: Enforce;
  /** A module: called once the page's one import map is in force, never before. */
  loadLobby(): Promise<{ readonly enter: EnterLobby }>;
  /** Imports a module by its address. */
  load(address: string): Promise<unknown>;
  /** Says on the page itself that it did not start. */
  showFailed(): void;
}

const lobbyDeadlineMs = 30_000;

/**
 * Does what must be done before any module: the live documents side by side, the releases, the one import map. All
 * else is the lobby's, the first module. Where it does not come, the page says so. Never rejects.
 */
export async function startBoot(needs: BootNeeds): Promise<void> {
  const { page, source, enforce, load, showFailed } = needs;
  try {
    const berths = new Map(
      page.config.families.map((family) => [
        family.id,
        createBerth(family, openStorage(`${storagePrefix}remote:${family.id}:`), source.open(family)),
      ]),
    );
    const all = [...berths.values()];
    await chooseReleases(all, source);
    const prove = await enforce(all.flatMap(({ release }) => release ?? []));
    const late = () => new Error(`The lobby did not come within ${lobbyDeadlineMs} ms`);
    const arrived = Promise.all([needs.loadLobby(), prove()]);
    const [{ enter }, isEnforced] = await withDeadline(arrived, lobbyDeadlineMs, late);
    if (!isEnforced) all.forEach(refuseUnenforced);
    enter({ page, source, berths, load, showFailed });
  } catch (cause) {
    showFailed();
    reportError(new LinkspanError('loader/host', {}, { cause }));
  }
}
