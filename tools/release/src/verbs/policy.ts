import { policyOptions, toPolicy } from '../ask/policy-options.ts';
import { dryRunOption, openAskedStore, storeOption } from '../ask/store-option.ts';
import { UsageError } from '../command-error.ts';
import { type Policy, readPolicyNow, writePolicy } from '../documents/policy.ts';
import { probeStore } from '../store/probe-store.ts';
import type { Verb } from '../verb.ts';

/** Shows and sets what a store demands of whoever publishes into it. */
export const policy: Verb = {
  name: 'policy',
  summary: 'shows or sets what the store demands of a release before it is published',
  forms: ['policy', 'policy set [--check NAME …] [--host URL …] [--retention-days N] [--allow-dirty]'],
  options: { ...policyOptions, ...storeOption, ...dryRunOption },
  async run(asked, means) {
    const [word] = asked.words;
    if (word !== undefined && word !== 'set')
      throw new UsageError(`policy is shown, or it is set, not “${word}”.`);
    const store = await openAskedStore(asked, means);
    const before = await readPolicyNow(store);
    const isStrict = before.tag === undefined && word === undefined;
    const next = word === 'set' ? toPolicy(asked, before.policy) : before.policy;
    const isWritten = word === 'set' && !asked.has('dry-run');
    if (isWritten) {
      await probeStore(store);
      await writePolicy(store, before, next);
    }
    const title = isStrict ? 'There is no policy of its own, so the strict one counts' : 'The policy';
    return {
      lines: [
        `${word === 'set' && !isWritten ? 'The policy would be' : title}, in ${store.address}:`,
        ...describe(next),
      ],
      facts: { store: store.address, isWritten, policy: next },
    };
  },
};

function describe({ checks, allowsDirty, hosts, retentionDays }: Policy): readonly string[] {
  return [
    `  checks a release must have passed: ${checks.join(', ') || 'none'}`,
    `  built with changes that no commit has: ${allowsDirty ? 'taken' : 'refused'}`,
    `  live pages, of which one must be able to run it: ${hosts.join(', ') || 'none named, so none is asked'}`,
    `  kept after it was last live: ${retentionDays} days`,
  ];
}
