import { type Code, LinkspanError } from '@linkspan/contract';
import { runWithin } from '../async.ts';
import { diagnosisMs } from '../limits.ts';
import { isWebPage } from '../releases/is-web-page.ts';
import type { Release } from '../releases/release.ts';
import { readFile } from './read-file.ts';

/** What was being loaded: the remote, and the stage `discovery`, `connector` or `file`. */
interface Context {
  readonly remote: string;
  readonly stage: string;
}

type Reason = Code & ('loader/portal' | 'loader/altered' | 'loader/unreachable');

/** What says most comes first. */
const reasons: readonly Reason[] = ['loader/portal', 'loader/altered', 'loader/unreachable'];

/**
 * Why files of a release could not be loaded. A browser does not tell a file that it refused from one that did not
 * come, so it is looked into after the fact: `loader/portal` where a web page came in place of a file, `loader/altered`
 * where the server sends other bytes than were released, else `loader/unreachable`. Where it sends the released ones,
 * the browser may have kept others, for as long as a file is kept that never changes: they are replaced.
 */
export async function toLoadError(
  release: Release,
  paths: readonly string[],
  context: Context,
  cause: unknown,
): Promise<LinkspanError> {
  const found = await Promise.all(paths.map((path) => toReason(release, path)));
  const code = reasons.find((reason) => found.includes(reason)) ?? 'loader/unreachable';
  return new LinkspanError(code, context, { cause });
}

async function toReason(release: Release, path: string): Promise<Reason> {
  try {
    return await runWithin(
      diagnosisMs,
      (signal) => look(release, path, signal),
      () => new Error('late'),
    );
  } catch {
    return 'loader/unreachable';
  }
}

async function look(release: Release, path: string, signal: AbortSignal): Promise<Reason> {
  const init: RequestInit = { cache: 'no-store', credentials: 'omit', signal };
  const { bytes, isReleased } = await readFile(release, path, init);
  if (isWebPage(new Uint8Array(bytes))) return 'loader/portal';
  if (isReleased === false) return 'loader/altered';
  if (isReleased) await readFile(release, path, { cache: 'reload', signal });
  return 'loader/unreachable';
}
