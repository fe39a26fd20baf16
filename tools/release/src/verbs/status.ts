import { resolve } from 'node:path';
import { isSameLive } from '../documents/change-live.ts';
import { readHistory } from '../documents/history.ts';
import { manifestOf, readStoredLive, signersOfLive } from '../documents/live.ts';
import { listPublished } from '../documents/published.ts';
import { assertRemotesExist, readRoot } from '../documents/root.ts';
import { UsageError } from '../errors.ts';
import { writeWhole } from '../files.ts';
import type { RemoteInStore } from '../inspect/remote-state.ts';
import { readStatus, toStatusLines } from '../inspect/status.ts';
import { toStatusPage } from '../inspect/status-page.ts';
import { readKeyNames } from '../keys/key-files.ts';
import { findTrustedRoot, openStoreFromArgs, storeOption, trustedRootOption } from '../options.ts';
import { toShown, toTable } from '../output.ts';
import type { Store } from '../store/store.ts';
import { toInstant, toShortTime } from '../time.ts';
import type { Outcome, Verb } from '../verb.ts';

/** Tells what is live where. */
export const status: Verb = {
  name: 'status',
  summary: 'tells which release of which remote is live, for whom, since when, by whom, until when',
  words: '[REMOTE...]',
  options: {
    history: { text: 'what was live when, and every release in the store, the newest first' },
    html: { value: 'FILE', text: 'also write it as a page for a browser, without script' },
    strict: { text: 'end with 1 if there is a warning: for a schedule' },
    ...storeOption,
    ...trustedRootOption,
  },
  async run(args, context) {
    const store = await openStoreFromArgs(args, context);
    await assertRemotesExist(store, args.words);
    const nameOf = await readKeyNames(context.env);
    const now = context.now();
    const trustedRootOf = (remote: string) => findTrustedRoot(args, context, remote);
    const page = args.one('html');
    if (args.has('history')) {
      if (page !== undefined) throw new UsageError('--html is for the status, not for --history.');
      const remote = args.word(0, 'REMOTE');
      const place = { store, remote, trusted: await trustedRootOf(remote) };
      return tellHistory(place, { now, nameOf });
    }
    const states = await readStatus(store, args.words, { now, trustedRootOf });
    const warnings = states.flatMap((state) => state.warnings);
    const heading = `${store.address} at ${toInstant(now)}; times are in UTC`;
    const file = page === undefined ? undefined : resolve(context.folder, page);
    if (file !== undefined)
      await writeWhole(file, toStatusPage(states, { now, nameOf, store: store.address }));
    return {
      lines: [
        ...(states.length > 0
          ? [heading, '', ...toStatusLines(states, { now, nameOf })]
          : [`There is no remote in ${store.address} yet.`]),
        ...(file === undefined ? [] : ['', `The page is in ${toShown(file, context.folder)}`]),
      ],
      facts: {
        store: store.address,
        at: toInstant(now),
        ...(file !== undefined && { page: file }),
        remotes: states.map((one) => withKeys(one, nameOf)),
        warnings,
      },
      exitCode: args.has('strict') && warnings.length > 0 ? 1 : 0,
    };
  },
};

type NameOf = (keyid: string) => string;
type Place = RemoteInStore & { readonly store: Store };

/** The facts with what the keys are called on this machine. */
function withKeys<Facts extends { readonly keyids?: readonly string[] }>(facts: Facts, nameOf: NameOf) {
  return facts.keyids === undefined ? facts : { ...facts, keys: facts.keyids.map(nameOf) };
}

/** What was live of a remote when, and what is in the store, the newest first. Rejects as reading the root does. */
async function tellHistory(
  place: Place,
  { now, nameOf }: { readonly now: number; readonly nameOf: NameOf },
): Promise<Outcome> {
  const { store, remote } = place;
  const periods = await readPeriods(place);
  const published = await listPublished(store, remote);
  const changes = periods.map(({ since, until, releases, keyids, version }) => [
    toShortTime(since, now),
    until === undefined ? 'now' : toShortTime(until, now),
    releases.map((one) => `${one.version} for ${one.share} %`).join(', ') || 'nothing, it was withdrawn',
    keyids.map(nameOf).join(' '),
    `${version}`,
  ]);
  const versions = published.map(({ version, at }) => [version, toShortTime(at, now)]);
  return {
    lines: [
      ...(changes.length > 0
        ? toTable(['since', 'until', 'live', 'by', 'document'], changes)
        : [`Nothing of ${remote} was ever live.`]),
      '',
      ...toTable(['in the store', 'since'], versions),
    ],
    facts: {
      store: store.address,
      remote,
      changes: periods.map((one) => withKeys(one, nameOf)),
      published,
    },
  };
}

/** A time in which the same releases had the same shares; refreshes do not end it. */
interface LivePeriod {
  /** The version of the live document that it began with. */
  readonly version: number;
  /** ISO 8601; `until` is missing where it lasts. */
  readonly since: string;
  readonly until?: string;
  /** Whose signatures on that first document are valid under the present root. */
  readonly keyids: readonly string[];
  readonly releases: readonly { readonly version: string; readonly share: number }[];
}

async function readPeriods({ store, remote, trusted }: Place): Promise<readonly LivePeriod[]> {
  const root = await readRoot(store, remote, trusted);
  const now = await readStoredLive(store, remote);
  const documents = [...(await readHistory(store, remote)), ...(now ? [now] : [])];
  const first = documents.filter(({ live }, index) => {
    // A writer that was cut off has kept the document that is still live.
    const before = documents[index - 1]?.live;
    return before === undefined || !isSameLive(before.releases, live.releases);
  });
  const periods = first.map(async ({ live, bytes }, index): Promise<LivePeriod> => {
    const next = first[index + 1]?.live;
    return {
      version: live.version,
      since: live.since ?? live.issuedAt,
      ...(next && { until: next.issuedAt }),
      keyids: await signersOfLive(root, new Uint8Array(bytes)),
      releases: live.releases.map((one) => ({ version: manifestOf(one, remote).version, share: one.share })),
    };
  });
  return (await Promise.all(periods)).reverse();
}
