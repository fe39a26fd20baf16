import type { Root } from '@linkspan/trust';
import { toShown } from '../output.ts';
import { toShortTime } from '../time.ts';
import type { Context } from '../verb.ts';
import type { Newest } from './newest.ts';

type NameOf = (keyid: string) => string;
const roleNames = ['root', 'release', 'live'] as const;

/** The newest documents of a remote as lines for people, with what changes for the page. */
export function describeNewest(
  { remote, source, before, root, live, writes }: Newest,
  { now, folder, nameOf }: Pick<Context, 'now' | 'folder'> & { readonly nameOf: NameOf },
): readonly string[] {
  const until = (at: string) => `until ${toShortTime(at, now())}`;
  const shares = live?.releases.map(({ manifest, share }) => `${manifest.version} for ${share} %`).join(', ');
  const refused = live?.refused.map(({ manifest, refusal }) => `${manifest.version} (${refusal.code})`) ?? [];
  const written = writes.map(([file]) => toShown(file, folder)).join(', ');
  return [
    `${remote} from ${source.address}: root ${root.version}, ${until(root.expiresAt)}`,
    ...roleNames.map((role) => `  ${role}: ${describeRole(role, { root, before, nameOf })}`),
    live
      ? `  live ${until(live.expiresAt)}: ${shares || 'nothing'}${refused.length > 0 ? `; pages refuse ${refused.join(', ')}` : ''}`
      : '  It is not live yet, and its live file was left as it is.',
    `  Written: ${written || 'nothing'}`,
    ...(before === undefined
      ? [
          `  Nothing but ${source.address} vouches for this root. Before the page goes out, compare the ids of its keys with the team by another channel:`,
          ...Object.keys(root.keys).map((keyid) => `    ${keyid}`),
        ]
      : []),
  ];
}

function describeRole(
  role: (typeof roleNames)[number],
  { root, before, nameOf }: Pick<Newest, 'root' | 'before'> & { readonly nameOf: NameOf },
): string {
  const { keyids, threshold } = root.roles[role];
  const previous = before?.roles[role].keyids;
  const toText = (keyid: string, { keys }: Root) => `${nameOf(keyid)} (${keys[keyid]?.kind})`;
  const now = keyids.map((id) => `${toText(id, root)}${!previous || previous.includes(id) ? '' : ' NEW'}`);
  const gone = before && previous?.filter((id) => !keyids.includes(id)).map((id) => toText(id, before));
  const persons = role === 'release' ? `, of these ${root.roles.release.persons} by people` : '';
  return `${threshold} of ${now.join(', ')}${persons}${gone?.length ? `; REMOVED: ${gone.join(', ')}` : ''}`;
}

/** The same as facts. */
export function toNewestFacts(
  { remote, source, files, before, root, live, writes }: Newest,
  nameOf: NameOf,
): object {
  const roles = roleNames.map((role) => {
    const { keyids, threshold } = root.roles[role];
    const previous = before?.roles[role].keyids ?? keyids;
    const keys = keyids.map((keyid) => ({
      ...{ keyid, name: nameOf(keyid), kind: root.keys[keyid]?.kind },
      isNew: !previous.includes(keyid),
    }));
    return [role, { threshold, keys, removed: previous.filter((keyid) => !keyids.includes(keyid)) }];
  });
  return {
    remote,
    from: source.address,
    files,
    written: writes.map(([file]) => file),
    isVouchedFor: before !== undefined,
    root: {
      ...{ version: root.version, expiresAt: root.expiresAt, persons: root.roles.release.persons },
      roles: Object.fromEntries(roles),
    },
    live: live
      ? {
          ...{ version: live.version, expiresAt: live.expiresAt },
          releases: live.releases.map(({ manifest, share }) => ({ version: manifest.version, share })),
          refused: live.refused.map(({ manifest, refusal }) => ({
            version: manifest.version,
            code: refusal.code,
          })),
        }
      : null,
  };
}
