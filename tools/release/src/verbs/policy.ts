import { dryRunOption, openStoreFromArgs, readHostAddresses, storeOption } from '../args/options.ts';
import { type CheckName, checkNames } from '../documents/check-report.ts';
import { type Policy, readStoredPolicy, writePolicy } from '../documents/policy.ts';
import { UsageError } from '../errors.ts';
import { probeStore } from '../store/open-store.ts';
import type { Args, Options, Verb } from '../verb.ts';

/** The options that say what a store demands of a release. */
const policyOptions: Options = {
  check: {
    value: 'NAME',
    isMany: true,
    text: 'static (its files) or conformance (in a real browser): what a release must have passed',
  },
  'no-check': { text: 'demand no check, for practice' },
  host: { value: 'URL', isMany: true, text: 'a live page; one of these must be able to run a new release' },
  'no-host': { text: 'compare releases with no page' },
  'allow-dirty': { text: 'take releases built with changes that no commit has, for practice' },
  'refuse-dirty': { text: 'take none of these' },
};

/** Shows and sets what a store demands of whoever publishes into it. */
export const policy: Verb = {
  name: 'policy',
  summary: 'shows or sets what the store demands of a release before it is published',
  forms: ['policy', 'policy set [--check NAME …] [--host URL …] [--allow-dirty]'],
  options: { ...policyOptions, ...storeOption, ...dryRunOption },
  async run(args, context) {
    const [word] = args.words;
    if (word !== undefined && word !== 'set')
      throw new UsageError(`policy is shown, or it is set, not “${word}”.`);
    const store = await openStoreFromArgs(args, context);
    const before = await readStoredPolicy(store);
    const isStrict = before.tag === undefined && word === undefined;
    const next = word === 'set' ? toPolicy(args, before.policy) : before.policy;
    const isWritten = word === 'set' && !args.has('dry-run');
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

function describe({ checks, allowsDirty, hosts }: Policy): readonly string[] {
  return [
    `  checks a release must have passed: ${checks.join(', ') || 'none'}`,
    `  built with changes that no commit has: ${allowsDirty ? 'taken' : 'refused'}`,
    `  live pages, of which one must be able to run it: ${hosts.join(', ') || 'none named, so none is asked'}`,
  ];
}

/** The policy that is asked for; what is not asked for stays as it was. Throws `UsageError`. */
function toPolicy(args: Args, before: Policy): Policy {
  assertOneOf(args, 'allow-dirty', 'refuse-dirty');
  const checks = args.all('check').map(toCheckName);
  const hosts = readHostAddresses(args);
  return {
    checks: args.has('no-check') ? [] : checks.length > 0 ? [...new Set(checks)] : before.checks,
    allowsDirty: args.has('allow-dirty') || (before.allowsDirty && !args.has('refuse-dirty')),
    hosts: args.has('no-host') ? [] : hosts.length > 0 ? [...new Set(hosts)] : before.hosts,
  };
}

function toCheckName(text: string): CheckName {
  const name = checkNames.find((one) => one === text);
  if (name === undefined)
    throw new UsageError(`--check should be ${checkNames.join(' or ')}, not “${text}”.`);
  return name;
}

function assertOneOf(args: Args, one: string, other: string): void {
  if (args.has(one) && args.has(other)) throw new UsageError(`--${one} and --${other} exclude each other.`);
}
