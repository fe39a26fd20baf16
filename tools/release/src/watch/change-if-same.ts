import type { LivePayload } from '@linkspan/trust';
import { isSameLive } from '../documents/change-live.ts';
import type { Before } from '../documents/live.ts';
import { describeLive, type LiveReleases } from '../documents/live.ts';
import { CommandError } from '../errors.ts';
import type { LiveChanger } from '../verbs/live-change.ts';

/** How often a change is tried that others were first to, who changed nothing of substance. */
const tries = 5;

/**
 * Changes what is live if it is still what it was left as; a refresh in between is none of our business. Rejects with
 * `command/overtaken`, and with what `changeLive` rejects with.
 */
export async function changeIfSame(
  changer: Pick<LiveChanger, 'change'>,
  left: LiveReleases,
  toReleases: (before: Before) => Promise<LiveReleases>,
): Promise<LivePayload> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await changer.change(async (before) => {
        assertSame(before, left);
        return toReleases(before);
      });
    } catch (error) {
      const isLost = error instanceof CommandError && error.code === 'command/lost-race';
      if (!isLost || attempt === tries) throw error;
    }
  }
}

/** Throws `command/overtaken` where something else is live than what was left. */
export function assertSame({ root: { remote }, now }: Before, left: LiveReleases): void {
  const found = now?.live.releases ?? [];
  if (isSameLive(found, left)) return;
  const [was, is] = [describeLive(left, remote), describeLive(found, remote)];
  throw new CommandError('command/overtaken', { remote, was, is });
}
