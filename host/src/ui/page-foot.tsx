import { useEffect, useState } from 'react';
import { ForgetForm } from './forms/forget-form.tsx';
import { t } from './texts/t.ts';

/** What concerns the page as a whole, at its end: whether the browser keeps anything, and the button that clears it. */
export function PageFoot() {
  const [isLive, live] = useState(false);
  const [isForgetful, setForgetful] = useState(false);
  const [isAsking, ask] = useState(false);
  // The prerendered page has nobody to forget yet.
  useEffect(() => {
    live(true);
    setForgetful(!keepsStorage(() => localStorage));
  }, []);
  return (
    <footer className="page-foot">
      {isForgetful && <p data-field="forgetful">{t('page.keepsNothing')}</p>}
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
      {isAsking && <ForgetForm close={() => ask(false)} />}
    </footer>
  );
}

/** Whether the browser keeps what is written into this storage now: it can be full, switched off or missing. */
export function keepsStorage(open: () => Storage): boolean {
  const key = 'linkspan:try';
  try {
    const storage = open();
    storage.setItem(key, key);
    const isKept = storage.getItem(key) === key;
    storage.removeItem(key);
    return isKept;
  } catch {
    return false;
  }
}
