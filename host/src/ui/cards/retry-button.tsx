import { useState } from 'react';
import { t } from '../texts/t.ts';
import type { Family } from './use-family.ts';

/**
 * The one step that can help a failed remote. While it is tried again it says so, and further presses are ignored: by
 * the time they come it may offer something else.
 */
export function RetryButton({ family, step }: { family: Family; step: 'again' | 'reload' }) {
  const { retry, reload } = family.commands;
  const [isTrying, setTrying] = useState(false);

  async function tryAgain(): Promise<void> {
    setTrying(true);
    await retry();
    setTrying(false);
  }

  const press = step === 'again' ? tryAgain : reload;
  return (
    <button type="button" className="button" aria-disabled={isTrying} onClick={isTrying ? undefined : press}>
      {t(isTrying ? 'card.trying' : step === 'again' ? 'card.again' : 'card.reload')}
    </button>
  );
}
