import { rates } from './rates.ts';
import type { Published } from './team-month.ts';

/** The last that is not after a time, in milliseconds since 1970; else the first. */
export function lastAt<One extends { readonly at: number }>(all: readonly One[], at: number): One {
  return all.findLast((one) => one.at <= at) ?? (all[0] as One);
}

/** Whether a document that is still good at a time may say that the remote is withdrawn. */
export function wasWithdrawn(published: readonly Published[], at: number): boolean {
  return published.some((one) => one.versions.length === 0 && one.at <= at && at < one.at + rates.lifeMs);
}

/** Until when a release was live, as one sees it at a time; both in milliseconds since 1970. */
export function endOf(
  published: readonly Published[],
  { version, at }: { readonly version: string; readonly at: number },
): number {
  const index = published.findLastIndex((one) => one.at <= at && one.versions.includes(version));
  return index < 0 ? at : Math.min(at, published[index + 1]?.at ?? at);
}
