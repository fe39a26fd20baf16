import { assertSignedByTeam } from '../documents/change-live.ts';
import type { CurrentState } from '../documents/live.ts';
import { newestLive, type Promotion, toPromoted } from '../documents/promotion.ts';
import { type Published, readRelease } from '../documents/published.ts';
import { UsageError } from '../errors.ts';
import { probeStore } from '../store/open-store.ts';
import type { Verb } from '../verb.ts';
import {
  admitToLive,
  hostOptions,
  liveOptions,
  openLiveChanger,
  readHostsToAsk,
  toLiveOutcome,
} from './live-change.ts';

/** Makes a published release live for a share of the visitors. */
export const promote: Verb = {
  name: 'promote',
  summary: 'makes a published release live, for all visitors or for a share',
  forms: ['promote REMOTE VERSION [--share PERCENT]', 'promote REMOTE --share PERCENT'],
  options: {
    share: {
      value: 'PERCENT',
      text: 'of the visitors, from 0 to 100; else 100. Without a VERSION: of the newest of the two that are live',
    },
    ...hostOptions,
    ...liveOptions,
  },
  async run(args, context) {
    const [, version] = args.words;
    const share = args.whole('share');
    if (version === undefined && share === undefined)
      throw new UsageError(
        'VERSION is missing, or --share for the newest of the two releases that are live.',
      );
    if ((share ?? 100) > 100) throw new UsageError('--share should be a whole number from 0 to 100.');
    const hosts = readHostsToAsk(args);
    const changer = await openLiveChanger(args, context);
    const choose = (before: CurrentState) => chooseRelease(before, { version, share: share ?? 100 });
    const isAsked = hosts !== undefined && share !== 0;
    const admitted = isAsked ? await admitToLive(changer, { hosts, context, choose }) : [];
    const notes = [...(changer.notes ?? []), ...admitted];
    if (!changer.isDry) {
      context.progress(`Asking ${changer.store.address} whether it keeps its conditions`);
      await probeStore(changer.store);
    }
    const live = await changer.change((before) => toPromoted(before, { version, share: share ?? 100 }));
    return toLiveOutcome({ ...changer, notes }, live);
  },
};

/** Rejects with what `readRelease`, `newestLive` and `assertSignedByTeam` reject with. */
async function chooseRelease(before: CurrentState, { version, share }: Promotion): Promise<Published> {
  if (version === undefined) await assertSignedByTeam(before);
  return readRelease(before.store, before.root, version ?? newestLive(before, share));
}
