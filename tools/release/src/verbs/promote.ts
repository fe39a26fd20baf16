import { assertSignedByTeam } from '../documents/change-live.ts';
import { askHosts } from '../documents/host-offer.ts';
import { newestLive, toPromoted } from '../documents/promotion.ts';
import { readRelease } from '../documents/published.ts';
import { UsageError } from '../errors.ts';
import { dryRunOption, readHostAddresses } from '../options.ts';
import { probeStore } from '../store/open-store.ts';
import type { Context, Verb } from '../verb.ts';
import { type LiveChanger, liveOptions, openLiveChanger, toLiveOutcome } from './live-change.ts';

/** Makes a published release live for a share of the visitors. */
export const promote: Verb = {
  name: 'promote',
  summary: 'makes a published release live, for all visitors or for a share',
  words: '<REMOTE> [VERSION]',
  options: {
    share: {
      value: 'PERCENT',
      text: 'of the visitors, from 0 to 100; else 100. Without a VERSION: of the newest of the two that are live',
    },
    host: {
      value: 'URL',
      isMany: true,
      text: 'a live page that should be able to run the release',
    },
    ...liveOptions,
    ...dryRunOption,
  },
  async run(args, context) {
    const [, version] = args.words;
    const share = args.whole('share');
    if (version === undefined && share === undefined)
      throw new UsageError(
        'VERSION is missing, or --share for the newest of the two releases that are live.',
      );
    if ((share ?? 100) > 100) throw new UsageError('--share should be a whole number from 0 to 100.');
    const hosts = readHostAddresses(args);
    const changer = await openLiveChanger(args, context);
    const admitted =
      share !== 0 && hosts.length > 0 ? await admit(changer, { version, share, hosts, context }) : undefined;
    const notes = [...(changer.notes ?? []), ...(admitted ?? [])];
    if (!changer.isDry) {
      context.progress(`Asking ${changer.store.address} whether it keeps its conditions`);
      await probeStore(changer.store);
    }
    const live = await changer.change((before) => toPromoted(before, { version, share: share ?? 100 }));
    return toLiveOutcome({ ...changer, notes }, live);
  },
};

/**
 * Refuses a release that none of the named pages could run, and tells what each said.
 * Rejects with what `askHosts`, `readRelease` and `assertSignedByTeam` reject with.
 */
async function admit(
  { read }: LiveChanger,
  {
    version,
    share = 100,
    ...options
  }: {
    readonly version: string | undefined;
    readonly share: number | undefined;
    readonly hosts: readonly string[];
    readonly context: Context;
  },
): Promise<readonly string[]> {
  const before = await read();
  if (version === undefined) await assertSignedByTeam(before);
  const { manifest } = await readRelease(before.store, before.root, version ?? newestLive(before, share));
  return (await askHosts(manifest, options)).lines;
}
