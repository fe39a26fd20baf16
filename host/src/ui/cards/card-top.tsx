import type { FamilyConfig } from '../../config.ts';
import { t } from '../texts/t.ts';
import type { CardState } from './card-state.ts';

/** Heads a card: whose it is, and where it stands if that is known. */
export function CardTop({ config, status }: { config: FamilyConfig; status?: CardState['status'] }) {
  return (
    <header className="card-top">
      <span className="glyph" aria-hidden="true" />
      <h2 id={`family-${config.id}`} tabIndex={-1}>
        {config.title}
      </h2>
      {status && (
        <p className="status" role="status">
          {t(`status.${status}`)}
        </p>
      )}
    </header>
  );
}
