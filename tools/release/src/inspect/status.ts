import type { Root } from '@linkspan/trust';
import { listRemotes } from '../documents/root.ts';
import { explainRefusal } from '../errors.ts';
import { command, toTable } from '../output.ts';
import type { Store } from '../store/store.ts';
import { toShortTime } from '../time.ts';
import {
  type RefusedRoot,
  type RemoteInStore,
  type RemoteState,
  readState,
  type TakenBack,
  type UnknownRoot,
} from './remote-state.ts';
import { type Warning, warnOfExpiry, warnOfReleases } from './warnings.ts';

/** A remote's state, and what somebody should see to. */
export interface RemoteStatus extends RemoteState {
  readonly warnings: readonly Warning[];
}

/** What a status is read by. */
export interface StatusContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The root that those of the store must follow from, if one is known. */
  trustedRootOf(remote: string): Promise<Root | undefined>;
}

/** The status of the named remotes; with none, of all in the store. */
export async function readStatus(
  store: Store,
  named: readonly string[],
  { now, trustedRootOf }: StatusContext,
): Promise<readonly RemoteStatus[]> {
  const remotes = named.length > 0 ? named : await listRemotes(store);
  return Promise.all(
    remotes.map(async (remote) => {
      const trusted = await trustedRootOf(remote);
      const state = await readState({ store, remote, trusted }, now);
      return { ...state, warnings: await warn({ store, remote, trusted }, state, now) };
    }),
  );
}

async function warn(place: RemoteInStore, state: RemoteState, now: number): Promise<readonly Warning[]> {
  return [...warnOfRefusal(state), ...warnOfExpiry(state, now), ...(await readReleaseWarnings(place))];
}

function warnOfRefusal(of: RemoteState): readonly Warning[] {
  const { remote, state, refusal, refusedRoot, takenBack, unknownRoot, until } = of;
  const toWarning = (sentence: string): Warning => ({ remote, code: 'warning/refused', sentence });
  return [
    ...(refusal !== undefined && refusal !== takenBack?.sentence
      ? [toWarning(`A page refuses ${remote} (${state}). ${refusal}`)]
      : []),
    ...(refusedRoot ? [toWarning(describeRefusedRoot(refusedRoot))] : []),
    ...(takenBack ? [toWarning(describeTakenBack(remote, takenBack))] : []),
    ...(unknownRoot ? [toWarning(describeUnknownRoot(remote, unknownRoot, until))] : []),
  ];
}

function describeRefusedRoot({ path, inForce, code, sentence }: RefusedRoot): string {
  return `Pages refuse ${path} and keep root ${inForce}. ${sentence} (${code}) Find out who put it there, remove it, and publish the right one.`;
}

function describeUnknownRoot(
  remote: string,
  { version, inForce, refusal = '' }: UnknownRoot,
  until: string | undefined,
): string {
  const missing = refusal && `Under it they would refuse what is live. ${refusal} `;
  return `Root ${version} of ${remote} is published, and pages go on with root ${inForce} until the next live document, at most until ${until}. ${missing}Run “${command} refresh ${remote}”.`;
}

/** What pages really do with a live release that the root takes back, and the ways out. */
function describeTakenBack(remote: string, taken: TakenBack): string {
  const { version, why, root, isAnnounced, instead } = taken;
  const pages = isAnnounced
    ? 'Pages stop signing with it when they next look for a root: once their wallets are listed, before a signature, and every five minutes while they are seen.'
    : `Pages that do not know root ${root} go on with it: the next live document tells them.`;
  const visitors = instead
    ? `Its visitors get ${instead} when they reload.`
    : 'Its visitors have nothing in its place.';
  return `${remote} ${version} is live, and root ${root} takes it back: ${why} ${pages} ${visitors} Run “${command} rollback ${remote}”, “${command} promote ${remote} VERSION” or “${command} withdraw ${remote}”.`;
}

/** A document that cannot be read has been warned of already. */
async function readReleaseWarnings(place: RemoteInStore): Promise<readonly Warning[]> {
  try {
    return await warnOfReleases(place);
  } catch (error) {
    explainRefusal(error);
    return [];
  }
}

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
