import { liveOptions, runLiveChange } from '../ask/live-change.ts';
import { CommandError } from '../command-error.ts';
import type { Before } from '../documents/change-live.ts';
import { type LiveReleases, manifestOf } from '../documents/live-now.ts';
import { listManifests, readRelease } from '../documents/published.ts';
import type { Verb } from '../verb.ts';

/** Makes the release before the newest live one live for all. */
export const rollback: Verb = {
  name: 'rollback',
  summary: 'goes back to the release before, for all visitors',
  forms: ['rollback REMOTE [--to VERSION]'],
  options: {
    to: { value: 'VERSION', text: 'the release to go back to; else the one before' },
    ...liveOptions,
  },
  run: (asked, means) =>
    runLiveChange(asked, means, async (before, remote) => {
      if (before.now === undefined) throw new CommandError('command/not-live', { remote });
      const version = asked.one('to') ?? (await findBefore(before, before.now.live.releases));
      const { envelope } = await readRelease(before.store, before.root, version);
      return [{ share: 100, path: `releases/${version}/`, manifest: envelope }];
    }),
};

/** With two live, the older of them; with one, the newest published and allowed one below it. */
async function findBefore({ store, root }: Before, live: LiveReleases): Promise<string> {
  const { remote, floor } = root;
  const [oldest, newer] = live
    .map((one) => manifestOf(one, remote))
    .sort((one, other) => one.sequence - other.sequence);
  if (oldest === undefined) throw new CommandError('command/not-live', { remote });
  if (newer !== undefined) return oldest.version;
  const older = (await listManifests(store, remote)).filter(
    ({ sequence }) => sequence < oldest.sequence && sequence >= floor,
  );
  for (const { version } of older.reverse())
    if (!root.revoked.includes((await readRelease(store, root, version)).id)) return version;
  throw new CommandError('command/nothing-before', { remote });
}
