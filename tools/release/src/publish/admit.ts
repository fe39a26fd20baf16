import { readPolicy } from '../documents/policy.ts';
import type { Means } from '../means.ts';
import type { Store } from '../store/store.ts';
import { type AskedHosts, askHosts } from './ask-hosts.ts';
import { assertPolicy, type Candidate } from './assert-policy.ts';
import { assertRises } from './claim-sequence.ts';

/**
 * Refuses a release that the store's policy does not take, that does not rise, or that no live page could run; tells
 * what the pages said. `hosts` are asked in place of those of the policy. Rejects with what `assertPolicy`,
 * `assertRises` and `assertHostFits` throw.
 */
export async function admit(
  store: Store,
  candidate: Candidate,
  asked: { readonly hosts: readonly string[]; readonly means: Pick<Means, 'fetch' | 'progress'> },
): Promise<AskedHosts> {
  assertPolicy(await readPolicy(store), candidate, store.address);
  await assertRises(store, candidate);
  return askHosts(store, candidate.manifest, asked);
}
