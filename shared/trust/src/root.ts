import { integer, LinkspanError, list, Malformed, type Shape } from '@linkspan/contract';
import type { Bytes } from './bytes.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import { type Format, parsePayload } from './format.ts';
import { count, hash, instant, openRecord, remoteName } from './forms.ts';
import {
  assertFillable,
  type Keys,
  keysShape,
  type PersonsRole,
  personsRoleShape,
  type Role,
  roleShape,
} from './key.ts';
import { assertNotOlder, assertRemote, refusal } from './refusal.ts';
import { assertType, signersOf } from './signatures.ts';

/** The trusted keys of a remote. The host's page contains one; it is rotated from N to N + 1. */
export interface Root {
  readonly remote: string;
  readonly version: number;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly keys: Keys;
  readonly roles: {
    /** Persons alone: a machine that runs by itself must not be able to change whose keys are trusted. */
    readonly root: Role;
    readonly release: PersonsRole;
    readonly live: Role;
  };
  /** The lowest sequence allowed. It never falls. */
  readonly floor: number;
  /** The ids of revoked releases: each the SHA-256 of a manifest's payload. */
  readonly revoked: readonly string[];
}

const fields: Shape<Root> = openRecord({
  remote: remoteName,
  version: count,
  expiresAt: instant,
  keys: keysShape,
  roles: openRecord({ root: roleShape, release: personsRoleShape, live: roleShape }),
  floor: integer(0, 2 ** 31 - 1),
  revoked: list(hash, 200),
});

export const rootFormat: Format<Root> = {
  name: 'root',
  payloadType: 'application/vnd.linkspan.root.v2+json',
  mostBytes: 64_000,
  shape(value, place) {
    const root = fields(value, place);
    const { keys, roles } = root;
    assertFillable(keys, roles.root, `${place}.roles.root`);
    assertFillable(keys, roles.release, `${place}.roles.release`);
    assertFillable(keys, roles.live, `${place}.roles.live`);
    const machine = roles.root.keyids.findIndex((id) => keys[id]?.kind !== 'person');
    if (machine >= 0) throw new Malformed(`${place}.roles.root.keyids[${machine}]`, 'the key of a person');
    return root;
  },
};

/** The result of following candidates from a trusted root. */
export interface RootWalk {
  /** The last good one; the trusted root if none is. */
  readonly root: Root;
  /** How many candidates are good, from the first on. */
  readonly count: number;
  /** Why the next candidate is refused: `release/root-unsigned`, `release/root-gap`, `release/older` and so on. */
  readonly refusal?: LinkspanError;
}

/**
 * Follows the envelopes of the versions N + 1, N + 2 and so on, in this order, from a trusted root N (TUF 5.3). A bad one
 * ends the chain; those before it count. Expiry is checked when a root is used (5.3.6, 5.3.10).
 */
export async function followRoots(trusted: Root, candidates: readonly Bytes[]): Promise<RootWalk> {
  let root = trusted;
  for (const [count, candidate] of candidates.entries())
    try {
      root = await verifyNext(root, candidate);
    } catch (error) {
      if (!(error instanceof LinkspanError)) throw error;
      return { root, count, refusal: error };
    }
  return { root, count: candidates.length };
}

/**
 * The newest root that candidates lead to; with none, the trusted root stays. Rejects if any is bad: with
 * `release/root-unsigned`, `release/root-gap`, `release/older`, `release/other-remote`, `release/malformed` or
 * `release/uncheckable`.
 */
export async function verifyRootChain(trusted: Root, candidates: readonly Bytes[]): Promise<Root> {
  const { root, refusal } = await followRoots(trusted, candidates);
  if (refusal) throw refusal;
  return root;
}

/**
 * The first root of a remote, which its own keys must have signed (TUF 5.2). Nothing else vouches for it: the source of
 * its bytes must be trusted. Rejects as `verifyRootChain` does.
 */
export async function verifyFirstRoot(bytes: Bytes, remote: string): Promise<Root> {
  const envelope = readEnvelope(rootFormat, bytes, remote);
  assertType(rootFormat, envelope, remote);
  const root = parsePayload(rootFormat, envelope.payload, remote);
  assertRemote(remote, root.remote);
  await assertSignedBy('itself', root, envelope);
  return root;
}

async function verifyNext(trusted: Root, bytes: Bytes): Promise<Root> {
  const { remote } = trusted;
  const envelope = readEnvelope(rootFormat, bytes, remote);
  assertType(rootFormat, envelope, remote);
  // 5.3.4: by the keys of N, before anything of it is read, and by its own.
  await assertSignedBy('the root before it', trusted, envelope);
  const next = parsePayload(rootFormat, envelope.payload, remote);
  assertRemote(remote, next.remote);
  // 5.3.5: exactly N + 1. An equal one changes nothing.
  assertNotOlder(remote, 'root', trusted.version, next.version);
  if (next.version === trusted.version) return trusted;
  if (next.version > trusted.version + 1)
    throw refusal('release/root-gap', { remote, has: trusted.version, offered: next.version });
  await assertSignedBy('itself', next, envelope);
  // Else visitors would disagree about allowed releases: those who have seen the higher floor keep it.
  assertNotOlder(remote, 'floor', trusted.floor, next.floor);
  return next;
}

async function assertSignedBy(by: string, { remote, keys, roles }: Root, envelope: Envelope): Promise<void> {
  const has = (await signersOf(envelope, { remote, keys, role: roles.root })).length;
  const needs = roles.root.threshold;
  if (has < needs) throw refusal('release/root-unsigned', { remote, by, has, needs });
}
