import type { FamilyId } from '@linkspan/contract';
import { useState } from 'react';
import type { Shell } from '../commands/shell.ts';
import { sayOffer } from './say-offer.ts';
import { useShell } from './shell-context.ts';
import { t } from './texts/t.ts';
import { useAll } from './use-readable.ts';

/** Offers a reload where another release is live by now: one line for all families, which moves nothing. */
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
        {t('page.reload')}
      </button>
      <button type="button" className="button button-small button-bare" onClick={() => decline(offered)}>
        {t('page.later')}
      </button>
    </aside>
  );
}

/** Which releases a reload would bring, as text: empty if there is none. */
function useOffered({ view }: Shell): string {
  const statusOf = (family: FamilyId) => view.family(family).releaseStatus;
  const toOffered = (family: FamilyId) => {
    const status = statusOf(family).get();
    return status.state === 'superseded' ? `${family}@${status.version}` : [];
  };
  return useAll(view.families.map(statusOf), () => view.families.flatMap(toOffered).join(' '));
}
