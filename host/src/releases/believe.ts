import { withDeadline } from '../loader/deadline.ts';
import { documentMs, hastyDocumentMs } from '../loader/deadlines.ts';
import type { Believed } from './believed.ts';
import { toUnreachable } from './load-document.ts';
import type { Releases } from './releases.ts';

/**
 * What a page that is being loaded goes by: the document that the remote's server has now, else the last good copy.
 * Where a copy serves, `report` hears why the server's did not. Rejects with `release/…`, as the server's document was
 * refused, where there is no good copy either.
 */
export async function believe(releases: Releases, report: (error: unknown) => void): Promise<Believed> {
  const fresh = releases.fresh(documentMs);
  const soon = withDeadline(fresh, hastyDocumentMs, () => toUnreachable(''));
  soon.catch(() => undefined);
  const own = await releases.copy('own');
  // A good copy that names a release which may run.
  const isServed = own !== undefined && own.live.releases.length > 0;
  try {
    return await (isServed ? soon : fresh);
  } catch (error) {
    const copy = own ?? (await releases.copy());
    if (copy === undefined) throw error;
    // What comes late is kept for the next page, and is no failure.
    fresh.catch(report);
    return copy;
  }
}
