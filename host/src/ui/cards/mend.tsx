import { useState } from 'react';
import { t } from '../texts/t.ts';
import type { Family } from './use-family.ts';

/**
 * The one step that can mend a failed remote. While it is tried again it says so, and further presses are ignored: by
 * the time they come it may offer something else.
 */
export function Mend({ family, mend }: { family: Family; mend: 'again' | 'reload' }) {
  const { retry, reload } = family.commands;
  const [isTrying, setTrying] = useState(false);

  async function tryAgain(): Promise<void> {
    setTrying(true);
    await retry();
    setTrying(false);
  }

  const deed = mend === 'again' ? tryAgain : reload;
  return (
    <button
      type="button"
      className="button button-small"
      aria-disabled={isTrying}
      onClick={isTrying ? undefined : deed}
    >
      {t(isTrying ? 'card.trying' : mend === 'again' ? 'card.again' : 'card.reload')}
    </button>
  );
}
