import { compareVersions } from '@linkspan/trust';
import type { Shell } from '../commands/shell.ts';
import { t } from './texts/t.ts';
import { toList } from './texts/to-list.ts';

/** What a reload would bring, in words. */
export interface OfferText {
  readonly title: string;
  readonly advice: string;
}

/** One offer for all families of which another release is live by now; undefined if there is none. */
export function sayOffer({ config, view }: Pick<Shell, 'config' | 'view'>): OfferText | undefined {
  const superseded = config.families.flatMap(({ id, title }) => {
    const { releaseStatus, remote } = view.family(id);
    const [status, state] = [releaseStatus.get(), remote.get()];
    if (status.state !== 'superseded') return [];
    const own = 'release' in state ? state.release?.version : undefined;
    return [{ title, isNewer: own === undefined || compareVersions(status.version, own) > 0 }];
  });
  if (superseded.length === 0) return undefined;
  const families = toList(superseded.map(({ title }) => title));
  // After a rollback the live version is the lower one.
  const title = t(superseded.every(({ isNewer }) => isNewer) ? 'page.newer' : 'page.other');
  return { title, advice: t('page.newerAdvice', { families }) };
}
