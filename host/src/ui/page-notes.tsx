import { useState } from 'react';
import { useShell } from './shell-context.ts';
import { t } from './texts/t.ts';
import { useReadable } from './use-readable.ts';

/** What is wrong with the page as a whole, and what that means for the person. Nothing if it means nothing. */
export function PageNotes() {
  const { page } = useShell();
  const isOffline = useReadable(page.isOffline);
  const isForgetful = useReadable(page.isForgetful);
  const [isHeard, hear] = useState(false);
  return (
    <>
      {isOffline && (
        <aside className="note" aria-label={t('page.offline')} data-note="offline">
          <p role="status">
            <strong>{`${t('page.offline')} `}</strong>
            <span>{t('page.offlineAdvice')}</span>
          </p>
        </aside>
      )}
      {isForgetful && !isHeard && (
        <aside className="note" aria-label={t('page.forgetful')} data-note="forgetful">
          <p role="status">
            <strong>{`${t('page.forgetful')} `}</strong>
            <span>{t('page.forgetfulAdvice')}</span>
          </p>
          <button type="button" className="button button-small" onClick={() => hear(true)}>
            {t('page.forgetfulHeard')}
          </button>
        </aside>
      )}
    </>
  );
}
