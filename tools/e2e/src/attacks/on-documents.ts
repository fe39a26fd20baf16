import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toInstant } from '@linkspan/trust/testing';
import { type Attack, goodReleaseRuns, refused } from './attack.ts';
import type { HostPage } from './host-page.ts';
import { idOf } from './target.ts';

/** The store's documents are replaced, by whoever has the store, and the online key where that is said. */
export const attacksOnDocuments: readonly Attack[] = [
  {
    id: 'live-bad-signature',
    name: 'the live document has a signature that is not valid',
    strike: ({ goLive, forged, team }) =>
      goLive(forged, { signers: [{ ...team.online, sign: async () => new Uint8Array(64) }] }),
    ends: refused('release/unsigned'),
  },
  {
    id: 'manifest-wrong-kind',
    name: 'machines alone have signed a manifest',
    root: async ({ team: { root, people, machine, online } }) => {
      const keyids = [people[0], people[1], machine, online].map(({ keyid }) => keyid);
      return { roles: { ...root.roles, release: { keyids, threshold: 2, persons: 1 } } };
    },
    strike: async ({ goLive, forged, signManifest, team: { machine, online } }) =>
      goLive(forged, { manifest: await signManifest(forged, {}, [machine, online]) }),
    ends: refused('release/wrong-signer'),
  },
  {
    id: 'live-older-than-seen',
    name: 'an older live document comes than this browser has seen',
    knows: 'visited',
    strike: ({ goLive, former }) => goLive(former, { changes: { version: 4 } }),
    ends: goodReleaseRuns,
  },
  {
    id: 'release-revoked',
    name: 'a revoked release is made live again with the online key',
    root: async ({ former, signManifest }) => ({ revoked: [idOf(await signManifest(former))] }),
    strike: ({ goLive, former }) => goLive(former, { changes: { version: 6 } }),
    ends: refused('release/revoked'),
  },
  ...toBlocklistFailures(),
  {
    id: 'live-expired',
    name: 'the live document has expired',
    isNeighbor: true,
    strike: ({ goLive, former, now }) =>
      goLive(former, { changes: { issuedAt: toInstant(now, -8), expiresAt: toInstant(now, -1) } }),
    ends: refused('release/expired'),
  },
  {
    id: 'root-signed-by-itself-only',
    name: 'a root is signed by its own keys alone',
    async strike({ goLive, forged, put, team: { root, signRoot, stranger } }) {
      const role = { keyids: [stranger.keyid], threshold: 1 };
      const roles = { root: role, release: { ...role, persons: 1 }, live: role };
      const keys = { ...root.keys, [stranger.keyid]: stranger.key };
      await put('root/2.json', await signRoot({ keys, roles }, [stranger]));
      await goLive(forged, { changes: { root: 2 }, signers: [stranger] });
    },
    ends: refused('release/root-unsigned'),
  },
  {
    id: 'live-rubbish',
    name: 'the live document is 10 MB of rubbish',
    isNeighbor: true,
    strike: ({ put }) => put('live.json', Buffer.alloc(10_000_000, '\x82\x89\x90', 'latin1')),
    ends: refused('release/malformed'),
  },
];

/** A release that was blocked at the deploy stays blocked at a first visit, whatever comes as the list. */
function toBlocklistFailures(): readonly Attack[] {
  const failures: readonly (readonly [string, string, (page: HostPage) => Promise<void>])[] = [
    ['missing', 'is missing', ({ folder }) => rm(join(folder, 'blocked.json'))],
    ['malformed', 'is malformed', (page) => page.put('blocked.json', '{"version":9,"blocked":[{}]}')],
    ['older', 'is older', (page) => page.put('blocked.json', '{"version":1,"blocked":[]}')],
  ];
  return failures.map(([id, what, fail]) => ({
    id: `blocklist-${id}`,
    name: `a release that was blocked at the deploy is live at a first visit, and the block list ${what}`,
    knows: 'blocklist',
    ...(id !== 'missing' && { isNeighbor: true as const }),
    async strike({ goLive, former }, page) {
      await fail(page);
      await goLive(former, { changes: { version: 6 } });
    },
    ends: refused('release/blocked'),
  }));
}
