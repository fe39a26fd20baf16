import { useState, useSyncExternalStore } from 'react';
import { useShell } from '../shell-context.ts';
import { t } from '../texts/t.ts';
import { HealthView } from './health-view.tsx';

const healthAddress = '#health';

/** What opens the health view: a button where the page is configured to have it, and the address `#health`. */
export function HealthEntry() {
  const { config, health } = useShell();
  // The prerendered page has no address, and no button either: what it opens comes with the scripts.
  const address = useSyncExternalStore(listenToAddress, readAddress, () => undefined);
  const [pressed, press] = useState(false);
  const close = () => {
    press(false);
    if (address === healthAddress) location.hash = '';
  };
  return (
    <>
      {config.health && address !== undefined && (
        <button
          type="button"
          className="button button-small button-bare"
          aria-haspopup="dialog"
          onClick={() => press(true)}
        >
          {t('page.health')}
        </button>
      )}
      {(pressed || address === healthAddress) && <HealthView health={health} close={close} />}
    </>
  );
}

function readAddress(): string {
  return location.hash;
}

function listenToAddress(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}
