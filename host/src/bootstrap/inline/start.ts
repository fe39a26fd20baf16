import { LinkspanError } from '@linkspan/contract';
import { withDeadline } from '../../async.ts';
import { earlyScriptMs } from '../../limits.ts';
import type { Enforce } from '../../loader/enforce.ts';
import { chooseReleases, createSlot, type FamilySlot } from '../../loader/slot.ts';
import type { ReleaseSource } from '../../releases/source.ts';
import { openStorage, storagePrefix } from '../../storage.ts';
import type { Arrival, EnterPage } from '../hand-over.ts';

/** What the inline script is given by the page. */
export interface InlineNeeds {
  readonly page: Arrival['page'];
  readonly source: ReleaseSource;
  readonly enforce: Enforce;
  /** The host's own script that brings the page on. It is no module, so that it may come before the import map. */
  loadEarlyScript(): Promise<EnterPage>;
  /** Imports a module by its address. */
  load(address: string): Promise<unknown>;
  /** Says on the page itself that it did not start. */
  showFailed(): void;
}

/**
 * Does what must be done before any module: the live documents side by side, the releases, the one import map. All
 * else is the early script's, which is entered as soon as it is there, and waits for these where it has to. Where it does not
 * come, the page says so. Never rejects.
 */
export async function startInline(needs: InlineNeeds): Promise<void> {
  const { page, source, load, showFailed } = needs;
  try {
    const slots = new Map(
      page.config.families.map((family) => [
        family.id,
        createSlot(family, openStorage(`${storagePrefix}remote:${family.id}:`), source.open(family)),
      ]),
    );
    const chosen = choose([...slots.values()], needs);
    // Whoever waits for it hears of it; without a early script nobody does.
    chosen.catch(() => undefined);
    const enter = await withDeadline(needs.loadEarlyScript(), earlyScriptMs, () => new Error('late'));
    enter({ page, source, slots, chosen, load, showFailed });
  } catch (cause) {
    showFailed();
    reportError(new LinkspanError('loader/host', {}, { cause }));
  }
}

async function choose(
  slots: readonly FamilySlot[],
  { source, enforce }: Pick<InlineNeeds, 'source' | 'enforce'>,
): Promise<boolean> {
  await chooseReleases(slots, source);
  const prove = await enforce(slots.flatMap(({ release }) => release ?? []));
  return prove();
}
