import { liveOptions, runLiveChange } from '../ask/live-change.ts';
import { UsageError } from '../command-error.ts';
import { readRelease } from '../documents/published.ts';
import { toShares } from '../documents/to-shares.ts';
import type { Verb } from '../verb.ts';

/** Makes a published release live for a share of the visitors. */
export const promote: Verb = {
  name: 'promote',
  summary: 'makes a published release live, for all visitors or for a share',
  forms: ['promote REMOTE VERSION [--share PERCENT]'],
  options: { share: { value: 'PERCENT', text: 'of the visitors, from 0 to 100; else 100' }, ...liveOptions },
  async run(asked, means) {
    const version = asked.word(1, 'VERSION');
    const share = asked.whole('share') ?? 100;
    if (share > 100) throw new UsageError('--share should be a whole number from 0 to 100.');
    return runLiveChange(asked, means, async ({ store, root, now }, remote) => {
      const { envelope } = await readRelease(store, root, version);
      const promoted = { share, path: `releases/${version}/`, manifest: envelope };
      return toShares(remote, now?.live.releases ?? [], promoted);
    });
  },
};
