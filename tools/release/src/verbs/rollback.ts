import { findRollbackTarget } from '../documents/history.ts';
import type { CurrentState } from '../documents/live.ts';
import { toLiveRelease } from '../documents/promotion.ts';
import { type Published, readRelease } from '../documents/published.ts';
import { CommandError } from '../errors.ts';
import type { Verb } from '../verb.ts';
import {
  admitToLive,
  hostOptions,
  liveOptions,
  openLiveChanger,
  readHostsToAsk,
  toLiveOutcome,
} from './live-change.ts';

/** Makes the release that was live before the newest live one live for all. */
export const rollback: Verb = {
  name: 'rollback',
  summary: 'goes back to the release before, for all visitors',
  forms: ['rollback REMOTE [--to VERSION]'],
  options: {
    to: { value: 'VERSION', text: 'the release to go back to; else the older one that was live before' },
    ...hostOptions,
    ...liveOptions,
  },
  async run(args, context) {
    const hosts = readHostsToAsk(args);
    const choose = (before: CurrentState) => chooseTarget(before, args.one('to'));
    const changer = await openLiveChanger(args, context);
    const admitted = hosts ? await admitToLive(changer, { hosts, context, choose }) : [];
    const live = await changer.change(async (before) => [
      await toLiveRelease(before.store, await choose(before), 100),
    ]);
    return toLiveOutcome({ ...changer, notes: [...(changer.notes ?? []), ...admitted] }, live);
  },
};

/** Rejects with `command/not-live`, and with what `findRollbackTarget` or `readRelease` rejects with. */
async function chooseTarget(before: CurrentState, to: string | undefined): Promise<Published> {
  const { store, root, now } = before;
  if (now === undefined) throw new CommandError('command/not-live', { remote: root.remote });
  return to === undefined ? findRollbackTarget(before) : readRelease(store, root, to);
}
