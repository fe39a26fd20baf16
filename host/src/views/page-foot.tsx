import { useEffect, useState } from 'react';
import { t } from '../texts/t.ts';
import { ForgetForm } from './forms/forget-form.tsx';
import { HealthEntry } from './health/health-entry.tsx';

/** What concerns the page as a whole, at its end: to be forgotten here, and its health. */
export function PageFoot() {
  const [isLive, live] = useState(false);
  const [isAsking, ask] = useState(false);
  // The prerendered page has nobody to forget yet.
  useEffect(() => live(true), []);
  return (
    <footer className="page-foot">
      {isLive && (
        <button
          type="button"
          className="button button-small button-bare"
          aria-haspopup="dialog"
          onClick={() => ask(true)}
        >
          {t('page.forget')}
        </button>
      )}
      <HealthEntry />
      {isAsking && <ForgetForm close={() => ask(false)} />}
    </footer>
  );
}
