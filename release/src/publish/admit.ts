import { readPolicy } from '../documents/policy.ts';
import type { Means } from '../means.ts';
import type { Store } from '../store/store.ts';
import type { Outcome } from '../verb.ts';
import { assertHostFits, describeLack } from './assert-host-fits.ts';
import { assertPolicy, type Candidate } from './assert-policy.ts';
import { assertRises } from './claim-sequence.ts';
import { readOffers } from './read-offers.ts';

/**
 * Refuses a release that the store's policy does not take, that does not rise, or that no live page could run; tells
 * what the pages said. `hosts` are asked in place of those of the policy. Rejects with what `assertPolicy`,
 * `assertRises` and `assertHostFits` throw.
 */
export async function admit(
  store: Store,
  candidate: Candidate,
  { hosts, means }: { readonly hosts: readonly string[]; readonly means: Pick<Means, 'fetch' | 'progress'> },
): Promise<Outcome> {
  const policy = await readPolicy(store);
  assertPolicy(policy, candidate, store.address);
  await assertRises(store, candidate);
  const asked = hosts.length > 0 ? hosts : policy.hosts;
  if (asked.length === 0)
    return {
      lines: [
        'It was not compared with what live pages offer: none is named (--host URL, or “npm run release -- policy set --host URL”).',
      ],
      facts: { hosts: [] },
    };
  means.progress('Asking the live pages what they offer');
  const answers = await readOffers(asked, means);
  assertHostFits(candidate.manifest, answers);
  const found = answers.map((answer) => ({
    host: answer.host,
    lack: describeLack(candidate.manifest, answer) ?? null,
  }));
  return {
    lines: found.map(({ host, lack }) => (lack === null ? `${host} can run it.` : `${host}: ${lack}.`)),
    facts: { hosts: found },
  };
}
