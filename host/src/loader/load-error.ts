import { LinkspanError } from '@linkspan/contract';
import type { Release } from './release.ts';
import { toIntegrity } from './to-integrity.ts';

/** What was being loaded: the remote, and the stage `discovery`, `connector` or `file`. */
interface Context {
  readonly remote: string;
  readonly stage: string;
}

const deadlineMs = 3_000;

/**
 * Why files of a release could not be loaded. A browser does not tell a file that it refused from one that did not
 * come, so it is looked into after the fact: `loader/altered` where the server sends other bytes than were released,
 * else `loader/unreachable`.
 */
export async function toLoadError(
  release: Release,
  paths: readonly string[],
  context: Context,
  cause: unknown,
): Promise<LinkspanError> {
  const altered = await Promise.all(paths.map((path) => isAltered(release, path)));
  return new LinkspanError(altered.includes(true) ? 'loader/altered' : 'loader/unreachable', context, {
    cause,
  });
}

async function isAltered(release: Release, path: string): Promise<boolean> {
  const expected = release.manifest.files.find((file) => file.path === path)?.integrity;
  if (expected === undefined) return false;
  try {
    const signal = AbortSignal.timeout(deadlineMs);
    const response = await fetch(release.addressOf(path), { cache: 'no-store', credentials: 'omit', signal });
    return response.ok && expected !== (await toIntegrity(await response.arrayBuffer()));
  } catch {
    return false;
  }
}
