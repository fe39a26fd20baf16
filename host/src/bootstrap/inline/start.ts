import { LinkspanError } from '@linkspan/contract';
import { withDeadline } from '../../deadline.ts';
import type { Enforce } from '../../loader/enforce.ts';
import { type Berth, createBerth } from '../../loader/family-slot.ts';
import { chooseReleases } from '../../loader/release-choice.ts';
import type { ReleaseSource } from '../../loader/release-source.ts';
import { openStorage, storagePrefix } from '../../storage.ts';
import type { Arrival, EnterLobby } from '../hand-over.ts';

/** What the boot script is given by the page. */
export interface BootNeeds {
  readonly page: Arrival['page'];
  readonly source: ReleaseSource;
  readonly enforce: Enforce;
  /** The host's own script that brings the page on. It is no module, so that it may come before the import map. */
  loadLobby(): Promise<EnterLobby>;
  /** Imports a module by its address. */
  load(address: string): Promise<unknown>;
  /** Says on the page itself that it did not start. */
  showFailed(): void;
}

const lobbyDeadlineMs = 30_000;

/**
 * Does what must be done before any module: the live documents side by side, the releases, the one import map. All
 * else is the lobby's, which is entered as soon as it is there, and waits for these where it has to. Where it does not
 * come, the page says so. Never rejects.
 */
export async function startBoot(needs: BootNeeds): Promise<void> {
  const { page, source, load, showFailed } = needs;
  try {
    const berths = new Map(
      page.config.families.map((family) => [
        family.id,
        createBerth(family, openStorage(`${storagePrefix}remote:${family.id}:`), source.open(family)),
      ]),
    );
    const chosen = choose([...berths.values()], needs);
    // Whoever waits for it hears of it; without a lobby nobody does.
    chosen.catch(() => undefined);
    const enter = await withDeadline(needs.loadLobby(), lobbyDeadlineMs, () => new Error('late'));
    enter({ page, source, berths, chosen, load, showFailed });
  } catch (cause) {
    showFailed();
    reportError(new LinkspanError('loader/host', {}, { cause }));
  }
}

async function choose(
  berths: readonly Berth[],
  { source, enforce }: Pick<BootNeeds, 'source' | 'enforce'>,
): Promise<boolean> {
  await chooseReleases(berths, source);
  const prove = await enforce(berths.flatMap(({ release }) => release ?? []));
  return prove();
}
