import { listPublished } from '../documents/published.ts';
import { assertRemotesExist } from '../documents/root.ts';
import { readPeriods, toPeriodLines } from '../inspect/live-history.ts';
import { readStatus, toStatusLines } from '../inspect/status.ts';
import { readKeyNames } from '../keys/key-files.ts';
import { findTrustedRoot, openStoreFromArgs, storeOption, trustedRootOption } from '../options.ts';
import { toTable } from '../output.ts';
import { toInstant, toShortTime } from '../time.ts';
import type { Verb } from '../verb.ts';

/** Tells what is live where. */
export const status: Verb = {
  name: 'status',
  summary: 'tells which release of which remote is live, for whom, since when, by whom, until when',
  words: '[REMOTE...]',
  options: {
    history: { text: 'what was live when, and every release in the store, the newest first' },
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
    if (args.has('history')) {
      const remote = args.word(0, 'REMOTE');
      const periods = await readPeriods({ store, remote, trusted: await trustedRootOf(remote) });
      const published = await listPublished(store, remote);
      return {
        lines: [
          ...toPeriodLines(periods, { remote, now, nameOf }),
          '',
          ...toTable(
            ['in the store', 'since'],
            published.map(({ version, at }) => [version, toShortTime(at, now)]),
          ),
        ],
        facts: {
          store: store.address,
          remote,
          changes: periods.map((one) => withKeys(one, nameOf)),
          published,
        },
      };
    }
    const states = await readStatus(store, args.words, { now, trustedRootOf });
    const warnings = states.flatMap((state) => state.warnings);
    return {
      lines:
        states.length > 0
          ? [
              `${store.address} at ${toInstant(now)}; times are in UTC`,
              '',
              ...toStatusLines(states, { now, nameOf }),
            ]
          : [`There is no remote in ${store.address} yet.`],
      facts: {
        store: store.address,
        at: toInstant(now),
        remotes: states.map((one) => withKeys(one, nameOf)),
        warnings,
      },
      exitCode: args.has('strict') && warnings.length > 0 ? 1 : 0,
    };
  },
};

/** The facts with what the keys are called on this machine. */
function withKeys<Facts extends { readonly keyids?: readonly string[] }>(
  facts: Facts,
  nameOf: (keyid: string) => string,
): Facts & { readonly keys?: readonly string[] } {
  return facts.keyids === undefined ? facts : { ...facts, keys: facts.keyids.map(nameOf) };
}
