import { liveOptions } from '../ask/live-change.ts';
import { openAskedStore } from '../ask/store-option.ts';
import { UsageError } from '../command-error.ts';
import { listRemotes } from '../documents/list-remotes.ts';
import { livePath } from '../documents/paths.ts';
import { refreshAll } from '../refresh/refresh-all.ts';
import type { Store } from '../store/store.ts';
import type { Verb } from '../verb.ts';

/** Signs what is live anew, so that it does not expire. To be run daily. */
export const refresh: Verb = {
  name: 'refresh',
  summary: 'signs what is live anew, so that it does not expire; run it daily',
  forms: ['refresh REMOTE [REMOTE …]', 'refresh --all'],
  options: {
    all: { text: 'every remote that has a live document' },
    strict: { text: 'end with 1 where there is a warning: for a schedule' },
    ...liveOptions,
  },
  async run(asked, means) {
    const { words } = asked;
    if (asked.has('all') === words.length > 0)
      throw new UsageError('Name the remotes to refresh, or give --all.');
    const remotes = words.length > 0 ? words : await listLive(await openAskedStore(asked, means));
    if (remotes.length > 0) return refreshAll(asked, means, remotes);
    return { lines: ['Nothing is live yet, so there is nothing to refresh.'], facts: { remotes: [] } };
  },
};

async function listLive(store: Store): Promise<readonly string[]> {
  const remotes = await listRemotes(store);
  const files = await Promise.all(remotes.map((remote) => store.read(livePath(remote))));
  return remotes.filter((_, index) => files[index] !== undefined);
}
