import type { Root } from '@linkspan/trust';
import { listRemotes } from '../documents/root.ts';
import { explainRefusal } from '../errors.ts';
import { toTable } from '../output.ts';
import type { Store } from '../store/store.ts';
import { toShortTime } from '../time.ts';
import { type RemoteState, readState } from './remote-state.ts';
import { warnOfReleases } from './warnings.ts';

/** The status of the named remotes; with none, of all in the store. `now` in milliseconds since 1970. */
export async function readStatus(
  store: Store,
  named: readonly string[],
  context: { readonly now: number; trustedRootOf(remote: string): Promise<Root | undefined> },
): Promise<readonly RemoteState[]> {
  const remotes = named.length > 0 ? named : await listRemotes(store);
  return Promise.all(
    remotes.map(async (remote) => {
      const trusted = await context.trustedRootOf(remote);
      const state = await readState({ store, remote, trusted }, context.now);
      const ofReleases = await warnOfReleases(store, remote).catch((error) => {
        // A document that cannot be read has been warned of already.
        explainRefusal(error);
        return [];
      });
      return { ...state, warnings: [...state.warnings, ...ofReleases] };
    }),
  );
}

const head = ['remote', 'release', 'share', 'since', 'until', 'root until', 'by', 'contract', 'commit'];

/** The status as a table for people, 100 columns wide where names are not long; then the warnings. */
export function toStatusLines(
  states: readonly RemoteState[],
  { now, nameOf }: { readonly now: number; readonly nameOf: (keyid: string) => string },
): readonly string[] {
  const warnings = states.flatMap((state) => state.warnings.map(({ sentence }) => sentence));
  return [
    ...toTable(
      head,
      states.flatMap((state) => toRows(state, { now, nameOf })),
    ),
    ...(warnings.length > 0 ? ['', ...warnings] : []),
  ];
}

function toRows(
  state: RemoteState,
  { now, nameOf }: { readonly now: number; readonly nameOf: (keyid: string) => string },
): readonly (readonly string[])[] {
  const { remote, since, until, rootUntil, keyids = [], releases = [] } = state;
  const [sinceText, ...times] = [since, until, rootUntil].map((one) => (one ? toShortTime(one, now) : ''));
  const rest = [sinceText ?? '', ...times, keyids.map(nameOf).join(' ')];
  const isRefused = state.refusal !== undefined;
  if (releases.length === 0) return [[remote, isRefused ? 'refused' : state.state, '', ...rest]];
  return releases.map(({ version, share, contract, commit, dirty, refusal }, index) => [
    index === 0 ? remote : '',
    version,
    `${share} %${isRefused || refusal ? ' refused' : ''}`,
    ...(index === 0 ? rest : rest.map(() => '')),
    contract,
    `${commit.slice(0, 8)}${dirty ? ' dirty' : ''}`,
  ]);
}
