import { useRef } from 'react';
import type { FamilyConfig } from '../../config.ts';
import { useShell } from '../shell-context.ts';
import { SendNotice } from '../transactions/send-notice.tsx';
import { useReadable } from '../use-readable.ts';
import { AccountCard } from './account-card.tsx';
import { CardTop } from './card-top.tsx';
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
      <SendNotice family={family} />
      {release?.insteadOf && <InsteadOf family={family} release={release} insteadOf={release.insteadOf} />}
    </section>
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
