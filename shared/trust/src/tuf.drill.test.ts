import { TrustedMetadataStore } from 'tuf-js/dist/store.js';
import { expect, it } from 'vitest';
import type { Role } from './key.ts';
import { type LivePayload, liveFormat, verifyLive } from './live.ts';
import { type Root, rootFormat, verifyRootChain } from './root.ts';
import { nothingSeen, toSeen } from './seen.ts';
import { type Signer, signEnvelope, toCanonicalJson, toEnvelopeBytes } from './sign.ts';
import { createRandom, type Random, toInstant } from './testing/index.ts';
import { createTeam, drawRoot, drawSigners, now, remote } from './testing/tuf/team.ts';
import { toTufRoot, toTufTimestamp } from './testing/tuf/to-tuf.ts';

const count = 200;
const team = await createTeam();

/** The same values signed for us. */
async function toOurs(format: { payloadType: string }, value: unknown, signers: readonly Signer[]) {
  const { payloadType } = format;
  return toEnvelopeBytes(await signEnvelope({ payloadType, payload: toCanonicalJson(value) }, signers));
}

/** A root without what TUF does not have: a floor, revoked releases. */
function drawCommonRoot(random: Random, version: number): Root {
  return { ...drawRoot(random, team, version), floor: 0, revoked: [] };
}

/** TUF's side, with the first root signed by all of its people and the clock of the test. */
async function openTuf(root: Root): Promise<TrustedMetadataStore> {
  const store = new TrustedMetadataStore(await toTufRoot(root, team.people));
  Reflect.set(store, 'referenceTime', new Date(now));
  return store;
}

function isTaken(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** Who signs for some roles, each key once: enough of them or too few, now and then wrongly or under another's id. */
function drawAllSigners(random: Random, roles: readonly Role[]): readonly Signer[] {
  const pairs = roles.flatMap((role) => drawSigners(random, team, role));
  const signers = pairs.map((pair): Signer => {
    if (random.chance(0.94)) return pair;
    const other = random.pick([pair, ...team.all]);
    return random.pick([
      { keyid: other.keyid, sign: pair.sign },
      { keyid: pair.keyid, sign: (message) => pair.sign(message.slice(1)) },
    ]);
  });
  // TUF refuses a document with two signatures of one key, if ours counts them once.
  return [...new Map(signers.map((signer) => [signer.keyid, signer])).values()];
}

/** The root that is offered next: the next version or another, by its own and its predecessor's people, or not. */
async function drawNext(random: Random, before: Root) {
  const step = random.pick([1, 1, 1, 1, 1, 1, 0, -1, 2]);
  const drawn = drawCommonRoot(random, Math.max(1, before.version + step));
  const { root } = drawn.roles;
  const twice = { ...root, keyids: [...root.keyids, root.keyids[0]] as const };
  const broken = { ...root, threshold: root.keyids.length + 1 };
  const role = random.pick([root, root, root, root, root, root, root, root, twice, broken]);
  const next: Root = { ...drawn, roles: { ...drawn.roles, root: role } };
  const signers = drawAllSigners(random, [before.roles.root, role].slice(random.pick([0, 0, 0, 0, 1])));
  return { next, signers };
}

it(`trusts the same root as tuf-js after each of ${count} generated ones`, {
  timeout: 3_600_000,
}, async () => {
  const tally = { moved: 0, stayed: 0 };
  for (let seed = 0; seed < count; seed += 5) {
    const random = createRandom(seed, 1);
    let root = drawCommonRoot(random, random.whole([1, 3]));
    const store = await openTuf(root);
    for (let step = 0; step < 5; step += 1) {
      const { next, signers } = await drawNext(random, root);
      const bytes = await toTufRoot(next, signers);
      isTaken(() => store.updateRoot(bytes));
      const ours = await toOurs(rootFormat, next, signers);
      const after = await verifyRootChain(root, [ours]).catch(() => root);
      expect([after.version, seed], 'versions').toEqual([store.root.signed.version, seed]);
      expect(after.expiresAt).toBe(store.root.signed.expires);
      tally[after === root ? 'stayed' : 'moved'] += 1;
      root = after;
    }
  }
  expect(Math.min(tally.moved, tally.stayed)).toBeGreaterThan(count / 5);
});

it(`takes the same live documents as tuf-js takes timestamps, ${count} times`, {
  timeout: 3_600_000,
}, async () => {
  const tally = { taken: 0, refused: 0 };
  for (let seed = 0; seed < count; seed += 1) {
    const random = createRandom(seed, 2);
    const root = drawCommonRoot(random, 1);
    const seenVersion = random.whole([1, 3]);
    const live: LivePayload = {
      remote,
      version: random.pick(
        [1, 2, 3, 4].filter((version) => version !== seenVersion) as [number, ...number[]],
      ),
      root: 1,
      issuedAt: toInstant(now, -2),
      expiresAt: random.pick([-1, 0, 1 / 86_400, 1, 7].map((days) => toInstant(now, days)) as [string]),
      releases: [],
    };
    const signers = drawAllSigners(random, [root.roles.live]);
    const store = await openTuf(root);
    const before = await toTufTimestamp(
      { version: seenVersion, expiresAt: toInstant(now, 1) },
      team.machines,
    );
    const after = await toTufTimestamp(live, signers);
    const isRootFresh = isTaken(() => store.updateTimestamp(before));
    const theirs = isTaken(() => store.updateTimestamp(after));
    const seen = isRootFresh ? toSeen(root, { version: seenVersion }) : nothingSeen;
    const envelope = await toOurs(liveFormat, live, signers);
    const ours = await verifyLive({ root, seen, envelope, now }).then(
      () => true,
      () => false,
    );
    expect([ours, seed]).toEqual([theirs, seed]);
    tally[ours ? 'taken' : 'refused'] += 1;
  }
  expect(Math.min(tally.taken, tally.refused)).toBeGreaterThan(count / 5);
});
