import { LinkspanError, list, Misshapen, oneOf, record, type Shape, text, whole } from '@linkspan/contract';
import type { Store } from '../store/store.ts';
import { policyPath } from './paths.ts';

/** What a release can be checked for: its files alone, or its conduct in a real browser. */
export type CheckName = 'static' | 'conformance';

/** What a store's owner demands of whoever publishes into it. */
export interface Policy {
  /** What a release must have passed. */
  readonly checks: readonly CheckName[];
  /** Whether a release may come from a tree with changes that no commit has: for practice alone. */
  readonly allowsDirty: boolean;
  /** Addresses of the pages that use these releases, each ending in `/`; one of them at least must offer the contract. */
  readonly hosts: readonly string[];
  /** How long a release stays after it was last live: as long as a page may be open. */
  readonly retentionDays: number;
}

/** The policy of a store that has none of its own. */
export const strictPolicy: Policy = {
  checks: ['static', 'conformance'],
  allowsDirty: false,
  hosts: [],
  retentionDays: 30,
};

const bool: Shape<boolean> = oneOf([true, false]);
const fields: Shape<Policy> = record({
  checks: list(oneOf(['static', 'conformance']), 2),
  allowsDirty: bool,
  hosts: list(
    text(
      'an http(s) address that ends in /',
      (value) => /^https?:\/\/\S+\/$/.test(value) && URL.canParse(value),
    ),
    20,
  ),
  retentionDays: whole(1, 3_650),
});

/** A policy, from the bytes of its file. Throws `release/malformed` with the place. */
export function parsePolicy(bytes: Uint8Array): Policy {
  try {
    return fields(JSON.parse(new TextDecoder().decode(bytes)), 'policy');
  } catch (cause) {
    const place = cause instanceof Misshapen ? cause.place : 'policy';
    throw new LinkspanError('release/malformed', { remote: 'the store', place }, { cause });
  }
}

/** The store's policy; the strict one where it has none. Rejects with `release/malformed`. */
export async function readPolicy(store: Store): Promise<Policy> {
  const file = await store.read(policyPath);
  return file === undefined ? strictPolicy : parsePolicy(file.bytes);
}
