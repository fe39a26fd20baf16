import { toTable } from '../table.ts';
import type { RemoteStatus } from './read-status.ts';
import { toShortTime } from './time-texts.ts';

const head = ['remote', 'release', 'share', 'since', 'until', 'root until', 'by', 'contract', 'commit'];

/** The status as a table for people, 100 columns wide where names are not long; then the warnings. */
export function toStatusLines(
  states: readonly RemoteStatus[],
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
  state: RemoteStatus,
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
