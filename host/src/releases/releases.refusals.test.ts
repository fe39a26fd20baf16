import type { Code } from '@linkspan/contract';
import type { Root } from '@linkspan/trust';
import { createRepository, refused, toInstant } from '@linkspan/trust/testing';
import { beforeEach, expect, it } from 'vitest';
import { createSignedRemote, type SignedRemote, testTime } from '../testing/signed-remote.ts';

const dayMs = 24 * 60 * 60 * 1000;

let remote: SignedRemote;
let root: Root;

/** What a visitor is told: the refusal of the document, or of the release that it names. */
async function visit(): Promise<unknown> {
  const releases = remote.load({ root });
  return refused(releases.fresh(1_000).then((loaded) => releases.choose(loaded)));
}

const serve = (document: Uint8Array<ArrayBuffer> | string) =>
  remote.served.set(`${remote.url}live.json`, document);

beforeEach(async () => {
  remote = await createSignedRemote();
  root = remote.team.root;
  await remote.goLive();
});

const cases: readonly (readonly [code: Code, what: string, arrange: () => unknown])[] = [
  ['release/malformed', 'is no document', () => serve('no document')],
  ['release/portal', 'is a web page', () => serve('\n<!doctype html>')],
  ['release/malformed', 'is too large', () => serve(' '.repeat(10_000_000))],
  [
    'release/malformed',
    'is what a development server sends',
    () => serve('{"remote":"remote-evm","release":{"path":"","manifest":{}}}'),
  ],
  ['release/unsigned', 'nobody has signed', async () => serve(await remote.team.signLive({}, []))],
  [
    'release/unsigned',
    'a stranger has signed',
    async () => serve(await remote.team.signLive({}, [remote.team.stranger])),
  ],
  [
    'release/unsigned',
    'names a release that one has signed where two are needed',
    async () => remote.goLive({ releases: [await signedBy([remote.team.people[0]])] }),
  ],
  [
    'release/wrong-signer',
    'names a release that machines alone have signed',
    async () => {
      const { machine, online } = remote.team;
      const { release } = root.roles;
      const keyids = [machine.keyid, online.keyid, ...release.keyids] as const;
      root = { ...root, roles: { ...root.roles, release: { ...release, keyids } } };
      await remote.goLive({ releases: [await signedBy([machine, online])] });
    },
  ],
  ['release/other-remote', 'is of another remote', () => remote.goLive({ remote: 'remote-near' })],
  [
    'release/other-remote',
    'names a release of another remote',
    () => remote.goLive({}, { remote: 'remote-near' }),
  ],
  [
    'release/expired',
    'has expired',
    () => {
      remote.now += 8 * dayMs;
    },
  ],
  [
    'release/expired',
    'is under a root that has expired, and there is no newer one',
    () => {
      root = { ...root, expiresAt: toInstant(testTime, -1) };
    },
  ],
  [
    'release/expires-too-late',
    'would live for more than 14 days',
    () => remote.goLive({ expiresAt: toInstant(testTime, 15) }),
  ],
  [
    'release/expires-too-late',
    'is of the far future',
    () => remote.goLive({ issuedAt: toInstant(testTime, 90), expiresAt: toInstant(testTime, 97) }),
  ],
  ['release/root-gap', 'names a root that is not there', () => remote.goLive({ root: 2 })],
  [
    'release/root-gap',
    'leads to a root that skips a version',
    async () => {
      remote.served.set(`${remote.url}root/2.json`, await remote.team.signRoot({ version: 3 }));
      await remote.goLive({ root: 2 });
    },
  ],
  [
    'release/root-unsigned',
    'leads to a root that one has signed where two are needed',
    async () => {
      const [first] = remote.team.people;
      remote.served.set(`${remote.url}root/2.json`, await remote.team.signRoot({}, [first]));
      await remote.goLive({ root: 2 });
    },
  ],
  [
    'release/root-unsigned',
    'leads to a root of others',
    async () => {
      const others = await createRepository('remote-evm', testTime);
      remote.served.set(`${remote.url}root/2.json`, await others.signRoot());
      serve(await others.signLive({ root: 2 }));
    },
  ],
  [
    'release/below-floor',
    'names a release below the floor',
    () => {
      root = { ...root, floor: 4 };
    },
  ],
  ['release/revoked', 'names a revoked release', () => revokeLive()],
  [
    'release/blocked',
    'names a blocked release',
    () => {
      const blocked = [{ remote: 'remote-evm', version: '1.2.3', reason: 'faulty' }];
      remote.blocklist = { version: 1, blocked };
    },
  ],
  ['release/withdrawn', 'names no release', () => remote.goLive({ releases: [] })],
];

it.each(cases)('%s: a document that %s', async (code, _, arrange) => {
  await arrange();
  expect(await visit()).toMatchObject({ code });
});

async function signedBy(signers: NonNullable<Parameters<SignedRemote['team']['signManifest']>[1]>) {
  return { share: 100, path: 'releases/1.2.3/', manifest: await remote.team.signManifest({}, signers) };
}

/** The team revokes what is live in a new root; the document goes on naming it. */
async function revokeLive(): Promise<void> {
  const { live } = await remote.load().fresh(1_000);
  const revoked = live.releases.map(({ id }) => id);
  remote.served.set(`${remote.url}root/2.json`, await remote.team.signRoot({ revoked }));
  await remote.goLive({ version: 2, root: 2 });
}

it('tells nothing of what a document says that nobody has signed, not even the root that it names', async () => {
  const others = await createRepository('remote-evm', testTime);
  serve(await others.signLive({ root: 5_550_100 }));
  expect(await refused(remote.load().fresh(1_000))).toMatchObject({
    code: 'release/root-gap',
    context: { remote: 'remote-evm', has: '1', offered: '2' },
  });
});
