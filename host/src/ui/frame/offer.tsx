import type { FamilyId } from '@linkspan/contract';
import { compareVersions } from '@linkspan/trust';
import { useState } from 'react';
import type { Shell } from '../../commands/shell.ts';
import { t } from '../texts/t.ts';
import { useAll, useShell } from '../use-shell.ts';

/** Offers a reload if another release is live: one line for all families. */
export function Offer() {
  const shell = useShell();
  const offered = useOffered(shell);
  const [declined, decline] = useState('');
  const offer = offered === declined ? undefined : sayOffer(shell);
  if (offer === undefined) return null;
  return (
    <aside className="offer" aria-label={offer.title}>
      <p>
        <strong>{`${offer.title} `}</strong>
        <span>{offer.advice}</span>
      </p>
      <button type="button" className="button button-small" onClick={() => shell.commands.reload()}>
        {t('card.reload')}
      </button>
      <button type="button" className="button button-small button-bare" onClick={() => decline(offered)}>
        {t('page.later')}
      </button>
    </aside>
  );
}

/** The releases that a reload brings, as text; empty if there is none. */
function useOffered({ view }: Shell): string {
  const statusOf = (family: FamilyId) => view.family(family).releaseStatus;
  const toOffered = (family: FamilyId) => {
    const status = statusOf(family).get();
    return status.state === 'superseded' ? `${family}@${status.version}` : [];
  };
  return useAll(view.families.map(statusOf), () => view.families.flatMap(toOffered).join(' '));
}

/** The offer in words. */
interface OfferText {
  readonly title: string;
  readonly advice: string;
}

/** One offer for all superseded families; undefined if there is none. */
export function sayOffer({ config, view }: Pick<Shell, 'config' | 'view'>): OfferText | undefined {
  const superseded = config.families.flatMap(({ id, title }) => {
    const { releaseStatus, remote } = view.family(id);
    const [status, state] = [releaseStatus.get(), remote.get()];
    if (status.state !== 'superseded') return [];
    const own = 'release' in state ? state.release?.version : undefined;
    return [{ title, isNewer: own === undefined || compareVersions(status.version, own) > 0 }];
  });
  if (superseded.length === 0) return undefined;
  // After a rollback the live version is the lower one.
  const title = t(superseded.every(({ isNewer }) => isNewer) ? 'page.newer' : 'page.other');
  return { title, advice: t('page.newerAdvice') };
}
