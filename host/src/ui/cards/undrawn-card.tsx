import type { FamilyConfig } from '../../config.ts';
import { Undrawn } from '../parts/undrawn.tsx';
import { CardTop } from './card-top.tsx';

/** The card of a family that could not be drawn. */
export function UndrawnCard({ config, again }: { config: FamilyConfig; again: () => void }) {
  return (
    <section
      className="card"
      aria-labelledby={`family-${config.id}`}
      data-family={config.id}
      data-status="unavailable"
    >
      <CardTop config={config} />
      <div className="card-body">
        <Undrawn again={again} />
      </div>
    </section>
  );
}
