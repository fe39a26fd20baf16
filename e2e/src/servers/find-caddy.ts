import { findProgram } from '../place/find-program.ts';

/** The path of a Caddy, installed from Debian where there is none and this user may; undefined where that fails. */
export function findCaddy(): Promise<string | undefined> {
  return findProgram({ name: 'caddy', debian: 'caddy' });
}
