import type { Bytes } from './bytes.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import { parsePayload } from './format.ts';
import { assertNotOlder, assertRemote, refusal } from './policy.ts';
import { type Root, rootFormat } from './root.ts';
import { assertType, signersOf } from './signatures.ts';

/**
 * The newest root that a trusted one leads to (TUF 5.3). `candidates` are the envelopes of the versions N + 1, N + 2
 * and so on, in this order; with none, the trusted root stays. Its expiry is checked where it is used (5.3.6, 5.3.10).
 * Rejects with `release/root-unsigned`, `release/root-gap`, `release/older`, `release/other-remote`,
 * `release/malformed` or `release/uncheckable`.
 */
export async function verifyRootChain(trusted: Root, candidates: readonly Bytes[]): Promise<Root> {
  let root = trusted;
  for (const candidate of candidates) root = await verifyNext(root, candidate);
  return root;
}

/**
 * The first root of a remote, which its own keys must have signed (TUF 5.2). Nothing else vouches for it: it is as
 * good as the way by which its bytes came. Rejects as `verifyRootChain` does.
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
  // Else visitors would disagree about what is allowed: what they have seen keeps the higher floor.
  assertNotOlder(remote, 'floor', trusted.floor, next.floor);
  return next;
}

async function assertSignedBy(by: string, { remote, keys, roles }: Root, envelope: Envelope): Promise<void> {
  const has = (await signersOf(envelope, { remote, keys, role: roles.root })).length;
  const needs = roles.root.threshold;
  if (has < needs) throw refusal('release/root-unsigned', { remote, by, has, needs });
}
