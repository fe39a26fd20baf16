import { describeLive, type LiveReleases, manifestOf } from '../documents/live-now.ts';
import type { Plan } from './to-plan.ts';

/** One line on a remote: what of it is live, by which verbs it became so, and what was left as it is. */
export function toLine(told: {
  readonly remote: string;
  readonly plan: Plan;
  /** Those that were run. */
  readonly verbs: readonly string[];
  readonly live: LiveReleases;
}): string {
  const { remote, plan, verbs, live } = told;
  const by = verbs.length > 0 ? ` (${verbs.join(', ')})` : '';
  const line = `${describe(remote, live)}${by}`;
  if (plan.kind !== 'leave') return line;
  return `${line}; what is built here is ${plan.version}, which is published and was not made live again. To do so: npm run release -- promote ${remote} ${plan.version}`;
}

function describe(remote: string, live: LiveReleases): string {
  const [only, ...more] = live;
  if (only === undefined) return `${remote} is withdrawn`;
  if (more.length > 0) return `${remote} is live: ${describeLive(live, remote)}`;
  return `${remote} ${manifestOf(only, remote).version} is live`;
}
