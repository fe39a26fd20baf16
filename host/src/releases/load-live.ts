import { withDeadline } from '../async.ts';
import { documentMs, hastyDocumentMs } from '../limits.ts';
import { toUnreachable } from './fetch-document.ts';
import type { LoadedLive, Releases } from './releases.ts';

/**
 * What a page that is being loaded uses: the document that the remote's server has now, else the last good copy, which
 * nobody looks at as long as the server may answer in time.
 * Where a copy serves, `report` hears why the server's did not. Rejects with `release/…`, as the server's document was
 * refused, if there is no good copy either.
 */
export async function loadLive(releases: Releases, report: (error: unknown) => void): Promise<LoadedLive> {
  const fresh = releases.fresh(documentMs);
  try {
    return await withDeadline(fresh, hastyDocumentMs, () => toUnreachable(''));
  } catch {
    return loadWithoutFresh(fresh, releases, report);
  }
}

/** What a page uses where the server's document is late or refused. */
async function loadWithoutFresh(
  fresh: Promise<LoadedLive>,
  releases: Releases,
  report: (error: unknown) => void,
): Promise<LoadedLive> {
  const own = await releases.copy('own');
  // A good copy that names a release which may run. What comes late is kept for the next page, and is no failure.
  if (own !== undefined && own.live.releases.length > 0) {
    fresh.catch(report);
    return own;
  }
  return fresh.catch(async (error: unknown) => {
    const copy = own ?? (await releases.copy());
    if (copy === undefined) throw error;
    report(error);
    return copy;
  });
}
