import { useRef } from 'react';
import type { FamilyConfig } from '../../config.ts';
import { Undrawn } from '../parts/boundary.tsx';
import { useShell } from '../shell-context.ts';
import { t } from '../texts/t.ts';
import { SendNotices } from '../transactions/send-notice.tsx';
import { useReadable } from '../use-readable.ts';
import { AccountCard } from './account-card.tsx';
import type { CardState } from './card-state.ts';
import { Connecting } from './connecting.tsx';
import { InsteadOf } from './instead-of.tsx';
import { Invite } from './invite.tsx';
import { Unavailable } from './unavailable.tsx';
import { type Family, useFamily } from './use-family.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** One family: what it is, where it stands, what can be done. With `isHeld` it takes the focus as it comes. */
export function Card({ config, isHeld = false }: { config: FamilyConfig; isHeld?: boolean }) {
  const family = useFamily(config);
  const remote = useReadable(useShell().view.family(config.id).remote);
  const release = 'release' in remote ? remote.release : undefined;
  const section = useRef<HTMLElement>(null);
  const { status } = family.card;
  useKeptFocus(section, `${status} ${family.notice.kind}`, isHeld);
  return (
    <section
      ref={section}
      className="card"
      aria-labelledby={`family-${config.id}`}
      data-family={config.id}
      data-status={status}
      data-release={release ? `${release.remote}@${release.version}` : ''}
    >
      <CardTop config={config} status={status} />
      <Composition family={family} />
      <SendNotices family={family} />
      {release?.insteadOf && <InsteadOf family={family} release={release} insteadOf={release.insteadOf} />}
    </section>
  );
}

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

/** Heads a card: whose it is, and where it stands if that is known. */
function CardTop({ config, status }: { config: FamilyConfig; status?: CardState['status'] }) {
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

function Composition({ family }: { family: Family }) {
  const { card } = family;
  switch (card.status) {
    case 'disconnected':
      return <Invite family={family} />;
    case 'connecting':
      return <Connecting family={family} wallet={card.wallet} progress={card.progress} />;
    case 'unavailable':
      return <Unavailable family={family} failure={card.failure} step={card.step} />;
    default:
      return <AccountCard family={family} card={card} />;
  }
}
