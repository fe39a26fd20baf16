import { LinkspanError, list, Malformed, oneOf, type Shape, text } from '@linkspan/contract';
import { type Manifest, openRecord } from '@linkspan/trust';
import { CommandError } from '../errors.ts';
import { StoreConflict } from '../store/errors.ts';
import { liveHeaders, type Store, type Tag } from '../store/store.ts';
import { type CheckName, type CheckReport, checkNames, hasPassed } from './check-report.ts';
import { policyPath } from './paths.ts';

/** What a store's owner demands of whoever publishes into it. */
export interface Policy {
  /** What a release must have passed. */
  readonly checks: readonly CheckName[];
  /** Whether a release may come from a tree with changes that no commit has: for practice alone. */
  readonly allowsDirty: boolean;
  /** Addresses of the pages that use these releases, each ending in `/`; one of them at least must offer the contract. */
  readonly hosts: readonly string[];
}

/** The policy of a store that has none of its own. */
const strictPolicy: Policy = {
  checks: ['static', 'conformance'],
  allowsDirty: false,
  hosts: [],
};

const bool: Shape<boolean> = oneOf([true, false]);
const fields: Shape<Policy> = openRecord({
  checks: list(oneOf(checkNames), 2),
  allowsDirty: bool,
  hosts: list(
    text(
      'an http(s) address that ends in /',
      (value) => /^https?:\/\/\S+\/$/.test(value) && URL.canParse(value),
    ),
    20,
  ),
});

/** A policy, from the bytes of its file. Throws `release/malformed` with the place. */
function parsePolicy(bytes: Uint8Array): Policy {
  try {
    return fields(JSON.parse(new TextDecoder().decode(bytes)), 'policy');
  } catch (cause) {
    const place = cause instanceof Malformed ? cause.place : 'policy';
    throw new LinkspanError('release/malformed', { remote: 'the store', place }, { cause });
  }
}

/** The store's policy; the strict one if it has none. Rejects with `release/malformed`. */
export async function readPolicy(store: Store): Promise<Policy> {
  return (await readStoredPolicy(store)).policy;
}

/** A store's policy as it is now. */
export interface StoredPolicy {
  readonly policy: Policy;
  /** To replace it under; undefined if the store has none of its own. */
  readonly tag?: Tag;
}

/** The same, to be replaced. Rejects with `release/malformed`. */
export async function readStoredPolicy(store: Store): Promise<StoredPolicy> {
  const file = await store.read(policyPath);
  return file === undefined ? { policy: strictPolicy } : { policy: parsePolicy(file.bytes), tag: file.tag };
}

/** Replaces a policy, if it is still the one that was read. Rejects with `command/policy-changed`. */
export async function writePolicy(store: Store, before: StoredPolicy, policy: Policy): Promise<void> {
  const bytes = new TextEncoder().encode(`${JSON.stringify(policy, null, 2)}\n`);
  const headers = liveHeaders(policyPath);
  try {
    if (before.tag === undefined) await store.createIfAbsent(policyPath, bytes, headers);
    else await store.replaceIfUnchanged(policyPath, bytes, before.tag, headers);
  } catch (cause) {
    if (!(cause instanceof StoreConflict)) throw cause;
    throw new CommandError('command/policy-changed', { store: store.address }, { cause });
  }
}

/** A signed release, and what its checks found, if it was checked. */
export interface Candidate {
  readonly manifest: Manifest;
  /** The id of the manifest. */
  readonly id: string;
  readonly folder: string;
  readonly report: CheckReport | undefined;
}

/** Refuses what a store's policy does not take. Throws `command/dirty-release`, `command/not-checked`. */
export function assertPolicy(
  { checks, allowsDirty }: Policy,
  { manifest, id, folder, report }: Candidate,
  store: string,
): void {
  const { remote, version, dirty } = manifest;
  if (dirty && !allowsDirty) throw new CommandError('command/dirty-release', { remote, version, store });
  const missing = checks.find((check) => !hasPassed(report, check, id));
  if (missing === undefined) return;
  throw new CommandError('command/not-checked', { remote, version, check: missing, store, folder });
}
