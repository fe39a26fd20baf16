import { useCallback, useState, useSyncExternalStore } from 'react';
import type { Shell } from '../commands/shell.ts';
import { listenAll } from './listen-all.ts';
import { sayOffer } from './say-offer.ts';
import { useShell } from './shell-context.ts';
import { t } from './texts/t.ts';

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
  const get = () =>
    view.families
      .map((id) => ({ id, releaseStatus: view.family(id).releaseStatus.get() }))
      .flatMap(({ id, releaseStatus }) =>
        releaseStatus.state === 'superseded' ? `${id}@${releaseStatus.version}` : [],
      )
      .join(' ');
  const listen = useCallback(
    (listener: () => void) =>
      listenAll(
        view.families.map((id) => view.family(id).releaseStatus),
        listener,
      ),
    [view],
  );
  return useSyncExternalStore(listen, get, get);
}
