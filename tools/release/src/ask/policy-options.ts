import { UsageError } from '../command-error.ts';
import { type CheckName, checkNames, type Policy } from '../documents/policy.ts';
import type { Options } from '../verb.ts';
import type { Asked } from './asked.ts';
import { readHostAddresses } from './host-address.ts';

/** The options that say what a store demands of a release. */
export const policyOptions: Options = {
  check: {
    value: 'NAME',
    isMany: true,
    text: 'static (its files) or conformance (in a real browser): what a release must have passed',
  },
  'no-check': { text: 'demand no check, for practice' },
  host: { value: 'URL', isMany: true, text: 'a live page; one of these must be able to run a new release' },
  'no-host': { text: 'compare releases with no page' },
  'retention-days': { value: 'N', text: 'how many days a release is kept after it was last live' },
  'allow-dirty': { text: 'take releases built with changes that no commit has, for practice' },
  'refuse-dirty': { text: 'take none of these' },
};

/** The policy that is asked for; what is not asked for stays as it was. Throws `UsageError`. */
export function toPolicy(asked: Asked, before: Policy): Policy {
  assertOneOf(asked, 'allow-dirty', 'refuse-dirty');
  const checks = asked.all('check').map(toCheckName);
  const hosts = readHostAddresses(asked);
  return {
    checks: asked.has('no-check') ? [] : checks.length > 0 ? [...new Set(checks)] : before.checks,
    allowsDirty: asked.has('allow-dirty') || (before.allowsDirty && !asked.has('refuse-dirty')),
    hosts: asked.has('no-host') ? [] : hosts.length > 0 ? [...new Set(hosts)] : before.hosts,
    retentionDays: toDays(asked) ?? before.retentionDays,
  };
}

function toCheckName(text: string): CheckName {
  const name = checkNames.find((one) => one === text);
  if (name === undefined)
    throw new UsageError(`--check should be ${checkNames.join(' or ')}, not “${text}”.`);
  return name;
}

function toDays(asked: Asked): number | undefined {
  const days = asked.whole('retention-days');
  if (days === undefined || (days >= 1 && days <= 3_650)) return days;
  throw new UsageError('--retention-days should be from 1 to 3650.');
}

function assertOneOf(asked: Asked, one: string, other: string): void {
  if (asked.has(one) && asked.has(other)) throw new UsageError(`--${one} and --${other} exclude each other.`);
}
