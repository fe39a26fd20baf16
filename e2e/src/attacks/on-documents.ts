import { liveFormat } from '@linkspan/trust';
import { signEnvelope, toCanonicalJson, toEnvelopeBytes } from '@linkspan/trust/sign';
import { toInstant } from '@linkspan/trust/testing';
import { type Attack, refused } from './attack.ts';
import { idOf, toNonsense, withTwice } from './forge.ts';

/** The store's documents are replaced, by whoever has the store, and the online key where that is said. */
export const attacksOnDocuments: readonly Attack[] = [
  {
    name: 'there is no live document',
    strike: ({ remove }) => remove('live.json'),
    ends: refused('release/unreachable'),
  },
  {
    name: 'the live document has a signature that is not valid',
    strike: ({ goLive, forged, team }) =>
      goLive(forged, { signers: [{ ...team.online, sign: async () => new Uint8Array(64) }] }),
    ends: refused('release/unsigned'),
  },
  {
    name: 'the live document is signed by a key of nobody',
    strike: ({ goLive, forged, team }) => goLive(forged, { signers: [team.stranger] }),
    ends: refused('release/unsigned'),
  },
  {
    name: 'a manifest has the signatures of another release',
    async strike({ goLive, forged, signManifest, release }) {
      const [genuine, wanted] = await Promise.all([signManifest(release), signManifest(forged, {}, [])]);
      await goLive(forged, { manifest: { ...wanted, signatures: genuine.signatures } });
    },
    ends: refused('release/unsigned'),
  },
  {
    name: 'too few have signed a manifest',
    strike: async ({ goLive, forged, signManifest, team }) =>
      goLive(forged, { manifest: await signManifest(forged, {}, [team.machine]) }),
    ends: refused('release/unsigned'),
  },
  {
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
    name: 'a manifest is signed by a stolen key and one of nobody',
    strike: async ({ goLive, forged, signManifest, team: { machine, stranger } }) =>
      goLive(forged, { manifest: await signManifest(forged, {}, [machine, stranger]) }),
    ends: refused('release/unsigned'),
  },
  {
    name: 'a manifest has the signature of one key twice',
    async strike({ goLive, forged, signManifest, team: { people } }) {
      const once = await signManifest(forged, {}, [people[0]]);
      await goLive(forged, { manifest: { ...once, signatures: [...once.signatures, ...once.signatures] } });
    },
    ends: refused('release/unsigned'),
  },
  {
    name: 'the manifest is one of another remote of the same team',
    strike: async ({ goLive, forged, signManifest }) =>
      goLive(forged, { manifest: await signManifest(forged, { remote: 'remote-other' }) }),
    ends: refused('release/other-remote'),
  },
  {
    name: 'the live document is one of another remote of the same team',
    strike: ({ goLive, forged }) => goLive(forged, { changes: { remote: 'remote-other' } }),
    ends: refused('release/other-remote'),
  },
  {
    name: 'an older live document comes than the page was deployed with',
    knows: 'deployed',
    strike: ({ goLive, former }) => goLive(former, { changes: { version: 4 } }),
    ends: refused('release/older'),
  },
  {
    name: 'an older live document comes than this browser has seen',
    knows: 'visited',
    strike: ({ goLive, former }) => goLive(former, { changes: { version: 4 } }),
    ends: { by: 'copy' },
  },
  {
    name: 'a release below the floor is made live again with the online key',
    root: async ({ release }) => ({ floor: release.manifest.sequence }),
    strike: ({ goLive, former }) => goLive(former, { changes: { version: 6 } }),
    ends: refused('release/below-floor'),
  },
  {
    name: 'a revoked release is made live again with the online key',
    root: async ({ former, signManifest }) => ({ revoked: [await idOf(await signManifest(former))] }),
    strike: ({ goLive, former }) => goLive(former, { changes: { version: 6 } }),
    ends: refused('release/revoked'),
  },
  {
    name: 'a release that the host team has blocked is made live again with the online key',
    knows: 'blocklist',
    strike: ({ goLive, former }) => goLive(former, { changes: { version: 6 } }),
    ends: refused('release/blocked'),
  },
  {
    name: 'the live document has expired',
    strike: ({ goLive, former, now }) =>
      goLive(former, { changes: { issuedAt: toInstant(now, -8), expiresAt: toInstant(now, -1) } }),
    ends: refused('release/expired'),
  },
  {
    name: 'the live document lives too long',
    strike: ({ goLive, former, now }) => goLive(former, { changes: { expiresAt: toInstant(now, 30) } }),
    ends: refused('release/expires-too-late'),
  },
  {
    name: 'the live document begins in the future',
    strike: ({ goLive, former, now }) =>
      goLive(former, { changes: { issuedAt: toInstant(now, 20), expiresAt: toInstant(now, 30) } }),
    ends: refused('release/expires-too-late'),
  },
  {
    name: 'a root skips a version',
    async strike({ goLive, forged, put, team: { signRoot, stranger } }) {
      await put('root/2.json', await signRoot({ version: 3 }));
      await goLive(forged, { changes: { root: 3 }, signers: [stranger] });
    },
    ends: refused('release/root-gap'),
  },
  {
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
    name: 'the live document is 10 MB of rubbish',
    strike: ({ put }) => put('live.json', toNonsense(10_000_000)),
    ends: refused('release/malformed'),
  },
  {
    name: 'the live document is nested a hundred thousand deep',
    strike: ({ put }) => put('live.json', '['.repeat(100_000) + ']'.repeat(100_000)),
    ends: refused('release/malformed'),
  },
  {
    name: 'the live document has a key twice',
    async strike({ put, signManifest, forged, team }) {
      const releases = [{ share: 100, path: forged.path, manifest: await signManifest(forged) }];
      const live = new TextDecoder().decode(await team.signLive({ version: 6, releases }));
      await put('live.json', withTwice(live, 'payload'));
    },
    ends: refused('release/malformed'),
  },
  {
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
    name: 'a signed live document has values of wrong types',
    strike: ({ goLive, forged }) => goLive(forged, { changes: { releases: { length: 1 }, version: '6' } }),
    ends: refused('release/malformed'),
  },
  {
    name: 'the live document is JSON of something else',
    strike: ({ put }) => put('live.json', toCanonicalJson(['live', null, 5])),
    ends: refused('release/malformed'),
  },
];
