import { liveFormat } from '@linkspan/trust';
import { signEnvelope, toCanonicalJson, toEnvelopeBytes } from '@linkspan/trust/sign';
import { toInstant } from '@linkspan/trust/testing';
import { type Attack, refused } from './attack.ts';
import { idOf, toNonsense, withTwice } from './forge.ts';
import type { Victim } from './victim.ts';

/** The store's documents are replaced, by whoever has the store, and the online key where that is said. */
export const attacksOnDocuments: readonly Attack[] = [
  {
    id: 'live-missing',
    name: 'there is no live document',
    strike: ({ remove }) => remove('live.json'),
    ends: refused('release/unreachable'),
  },
  {
    id: 'live-without-signature',
    name: 'the live document has no signature',
    strike: ({ goLive, forged }) => goLive(forged, { signers: [] }),
    ends: refused('release/unsigned'),
  },
  {
    id: 'live-bad-signature',
    name: 'the live document has a signature that is not valid',
    strike: ({ goLive, forged, team }) =>
      goLive(forged, { signers: [{ ...team.online, sign: async () => new Uint8Array(64) }] }),
    ends: refused('release/unsigned'),
  },
  {
    id: 'live-foreign-key',
    name: 'the live document is signed by a key of nobody',
    strike: ({ goLive, forged, team }) => goLive(forged, { signers: [team.stranger] }),
    ends: refused('release/unsigned'),
  },
  {
    id: 'live-wrong-role',
    name: 'the live document is signed by a key that signs releases, and not by the online key',
    strike: ({ goLive, forged, team }) => goLive(forged, { signers: [team.people[0]] }),
    ends: refused('release/unsigned'),
  },
  {
    id: 'manifest-without-signature',
    name: 'a manifest has no signature',
    strike: async ({ goLive, forged, signManifest }) =>
      goLive(forged, { manifest: await signManifest(forged, {}, []) }),
    ends: refused('release/unsigned'),
  },
  {
    id: 'manifest-borrowed-signatures',
    name: 'a manifest has the signatures of another release',
    async strike({ goLive, forged, signManifest, release }) {
      const [genuine, wanted] = await Promise.all([signManifest(release), signManifest(forged, {}, [])]);
      await goLive(forged, { manifest: { ...wanted, signatures: genuine.signatures } });
    },
    ends: refused('release/unsigned'),
  },
  {
    id: 'manifest-too-few',
    name: 'too few have signed a manifest',
    strike: async ({ goLive, forged, signManifest, team }) =>
      goLive(forged, { manifest: await signManifest(forged, {}, [team.machine]) }),
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
    id: 'manifest-foreign-key',
    name: 'a manifest is signed by a stolen key and one of nobody',
    strike: async ({ goLive, forged, signManifest, team: { machine, stranger } }) =>
      goLive(forged, { manifest: await signManifest(forged, {}, [machine, stranger]) }),
    ends: refused('release/unsigned'),
  },
  {
    id: 'manifest-duplicate-signature',
    name: 'a manifest has the signature of one key twice',
    async strike({ goLive, forged, signManifest, team: { people } }) {
      const once = await signManifest(forged, {}, [people[0]]);
      await goLive(forged, { manifest: { ...once, signatures: [...once.signatures, ...once.signatures] } });
    },
    ends: refused('release/unsigned'),
  },
  {
    id: 'manifest-other-remote',
    name: 'the manifest is one of another remote of the same team',
    strike: async ({ goLive, forged, signManifest }) =>
      goLive(forged, { manifest: await signManifest(forged, { remote: 'remote-other' }) }),
    ends: refused('release/other-remote'),
  },
  {
    id: 'live-other-remote',
    name: 'the live document is one of another remote of the same team',
    strike: ({ goLive, forged }) => goLive(forged, { changes: { remote: 'remote-other' } }),
    ends: refused('release/other-remote'),
  },
  {
    id: 'live-older-than-deployed',
    name: 'an older live document comes than the page was deployed with',
    knows: 'deployed',
    strike: ({ goLive, former }) => goLive(former, { changes: { version: 4 } }),
    ends: refused('release/older'),
  },
  {
    id: 'live-older-than-seen',
    name: 'an older live document comes than this browser has seen',
    knows: 'visited',
    strike: ({ goLive, former }) => goLive(former, { changes: { version: 4 } }),
    ends: { by: 'copy' },
  },
  {
    id: 'release-below-floor',
    name: 'a release below the floor is made live again with the online key',
    root: async ({ release }) => ({ floor: release.manifest.sequence }),
    strike: ({ goLive, former }) => goLive(former, { changes: { version: 6 } }),
    ends: refused('release/below-floor'),
  },
  {
    id: 'release-revoked',
    name: 'a revoked release is made live again with the online key',
    root: async ({ former, signManifest }) => ({ revoked: [await idOf(await signManifest(former))] }),
    strike: ({ goLive, former }) => goLive(former, { changes: { version: 6 } }),
    ends: refused('release/revoked'),
  },
  {
    id: 'release-blocked',
    name: 'a release that the host team has blocked is made live again with the online key',
    knows: 'blocklist',
    strike: ({ goLive, former }) => goLive(former, { changes: { version: 6 } }),
    ends: refused('release/blocked'),
  },
  {
    id: 'release-blocked-first-visit',
    name: 'a release that was blocked when the page was deployed is live at a first visit, and the list’s server hangs',
    knows: 'blocklist-deployed',
    strike: ({ goLive, former }) => goLive(former, { changes: { version: 6 } }),
    ends: refused('release/blocked'),
  },
  {
    id: 'live-expired',
    name: 'the live document has expired',
    strike: ({ goLive, former, now }) =>
      goLive(former, { changes: { issuedAt: toInstant(now, -8), expiresAt: toInstant(now, -1) } }),
    ends: refused('release/expired'),
  },
  {
    id: 'live-too-long',
    name: 'the live document lives too long',
    strike: ({ goLive, former, now }) => goLive(former, { changes: { expiresAt: toInstant(now, 30) } }),
    ends: refused('release/expires-too-late'),
  },
  {
    id: 'live-from-the-future',
    name: 'the live document begins in the future',
    strike: ({ goLive, former, now }) =>
      goLive(former, { changes: { issuedAt: toInstant(now, 20), expiresAt: toInstant(now, 30) } }),
    ends: refused('release/expires-too-late'),
  },
  {
    id: 'root-gap',
    name: 'a root skips a version',
    async strike({ goLive, forged, put, team: { signRoot, stranger } }) {
      await put('root/2.json', await signRoot({ version: 3 }));
      await goLive(forged, { changes: { root: 3 }, signers: [stranger] });
    },
    ends: refused('release/root-gap'),
  },
  {
    id: 'root-signed-by-former-only',
    name: 'a root is signed by the keys of the root before it alone',
    async strike({ goLive, forged, put, team: { root, signRoot, stranger } }) {
      const roles = { ...root.roles, root: { keyids: [stranger.keyid], threshold: 1 } };
      const keys = { ...root.keys, [stranger.keyid]: stranger.key };
      await put('root/2.json', await signRoot({ keys, roles }));
      await goLive(forged, { changes: { root: 2 }, signers: [stranger] });
    },
    ends: refused('release/root-unsigned'),
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
    strike: ({ put }) => put('live.json', toNonsense(10_000_000)),
    ends: refused('release/malformed'),
  },
  {
    id: 'live-deeply-nested',
    name: 'the live document is nested a hundred thousand deep',
    strike: ({ put }) => put('live.json', '['.repeat(100_000) + ']'.repeat(100_000)),
    ends: refused('release/malformed'),
  },
  {
    id: 'live-duplicate-key',
    name: 'the live document has a key twice',
    async strike({ put, signManifest, forged, team }) {
      const releases = [{ share: 100, path: forged.path, manifest: await signManifest(forged) }];
      const live = new TextDecoder().decode(await team.signLive({ version: 6, releases }));
      await put('live.json', withTwice(live, 'payload'));
    },
    ends: refused('release/malformed'),
  },
  {
    id: 'live-payload-duplicate-key',
    name: 'what the live document signs has a key twice',
    async strike({ put, team: { online } }) {
      const text = withTwice('{"releases":[],"remote":"remote-evm","version":6}', 'version');
      const payload = new TextEncoder().encode(text);
      const { payloadType } = liveFormat;
      await put('live.json', toEnvelopeBytes(await signEnvelope({ payloadType, payload }, [online])));
    },
    ends: refused('release/malformed'),
  },
  {
    id: 'live-wrong-types',
    name: 'a signed live document has values of wrong types',
    strike: ({ goLive, forged }) => goLive(forged, { changes: { releases: { length: 1 }, version: '6' } }),
    ends: refused('release/malformed'),
  },
  {
    id: 'integrity-weaker',
    name: 'a properly signed manifest has a weaker kind of hash',
    strike: (victim) => signWithIntegrity(victim, () => `sha256-${'A'.repeat(43)}=`),
    ends: refused('release/malformed'),
  },
  {
    id: 'integrity-several',
    name: 'a properly signed manifest has several hashes for a file, of which one is the attacker’s',
    strike: (victim) => signWithIntegrity(victim, (own) => `${own} sha384-${'A'.repeat(64)}`),
    ends: refused('release/malformed'),
  },
  {
    id: 'integrity-malformed',
    name: 'a properly signed manifest has a hash that browsers cannot read, and would overlook',
    strike: (victim) => signWithIntegrity(victim, (own) => own.slice(0, -1)),
    ends: refused('release/malformed'),
  },
  {
    id: 'live-something-else',
    name: 'the live document is JSON of something else',
    strike: ({ put }) => put('live.json', toCanonicalJson(['live', null, 5])),
    ends: refused('release/malformed'),
  },
];

/** A release whose signed manifest says something else in place of each file's hash, and whose discovery is altered. */
async function signWithIntegrity(
  { alter, goLive, release, signManifest }: Victim,
  change: (integrity: string) => string,
): Promise<void> {
  const files = release.manifest.files.map((file) => ({ ...file, integrity: change(file.integrity) }));
  await alter(({ discovery }) => discovery);
  await goLive(release, { manifest: await signManifest(release, { files }) });
}
