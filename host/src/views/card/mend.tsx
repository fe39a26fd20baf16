import { t } from '../../texts/t.ts';
import type { Family } from './use-family.ts';

/** The one step that can mend a failed remote. */
export function Mend({ family, mend }: { family: Family; mend: 'again' | 'reload' }) {
  const { retry, reload } = family.commands;
  return (
    <button type="button" className="button button-small" onClick={mend === 'again' ? retry : reload}>
      {t(mend === 'again' ? 'card.again' : 'card.reload')}
    </button>
  );
}
