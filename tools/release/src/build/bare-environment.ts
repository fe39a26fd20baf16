import type { Environment } from '../store/address.ts';

/** What programs need to run at all. */
const needed = /^(path|pathext|home|userprofile|tmpdir|temp|tmp|systemroot|comspec)$/i;

/**
 * What of an environment reaches a program that runs the code of a release: what programs need to run at all, and what
 * else is named. The rest could end in the bytes, or hold the keys of a store.
 */
export function toBareEnvironment(env: Environment, also?: RegExp): Environment {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => needed.test(name) || also?.test(name) === true),
  );
}
