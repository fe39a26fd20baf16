import { networkOf, type ReleaseRef } from '@linkspan/contract';
import { useRef, useState } from 'react';
import type { FamilyConfig } from '../../config.ts';
import { Receipts } from '../activity/receipts.tsx';
import { FamilyForm, type FormName } from '../forms/family-form.tsx';
import { toReleaseName } from '../paint-connections.ts';
import { Boundary, Undrawn } from '../parts/boundary.tsx';
import { useFront } from '../parts/in-front.tsx';
import { TestMark } from '../parts/test-mark.tsx';
import { useFocusRecovery } from '../parts/use-focus-recovery.ts';
import { t } from '../texts/t.ts';
import { useReadable, useShell } from '../use-shell.ts';
import { Account } from './account.tsx';
import { Actions } from './actions.tsx';
import type { NoticeState, WithAccount } from './card-state.ts';
import { Connecting } from './connecting.tsx';
import { Invite } from './invite.tsx';
import { Notice } from './notice.tsx';
import { Unavailable } from './unavailable.tsx';
import { type CardProps, type Family, useFamily } from './use-family.ts';

/** One family: its name, its status, its actions. With `isHeld` it takes the focus when it is mounted. */
export function Card({ config, isHeld = false }: { config: FamilyConfig; isHeld?: boolean }) {
  const family = useFamily(config);
  const remote = useReadable(useShell().view.family(config.id).remote);
  const release = 'release' in remote && remote.release;
  const section = useRef<HTMLElement>(null);
  const { status } = family.card;
  useFocusRecovery(section, `${status} ${family.notice.kind}`, isHeld);
  return (
    <section
      ref={section}
      className="card"
      aria-labelledby={`family-${config.id}`}
      data-family={config.id}
      data-status={status}
      data-release={toReleaseName(remote)}
    >
      <CardTop config={config} family={family} />
      <Composition family={family} />
      <Receipts family={family} />
      {release && <InsteadOf family={family} release={release} />}
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

/** The wallet asks, and its answer is awaited. */
const asking: readonly NoticeState['kind'][] = ['asking', 'switching', 'attempt'];

/** The card's header: family name, test network and status. A balance needs no word beside it. */
function CardTop({ config, family }: { config: FamilyConfig; family?: Family }) {
  const { card, notice } = family ?? {};
  const status = card?.status;
  const network = card && 'accounts' in card ? family?.network(networkOf(card.accounts[0])) : undefined;
  const isAsking = notice !== undefined && asking.includes(notice.kind);
  return (
    <header className="card-top">
      <span className="glyph" aria-hidden="true" />
      <div className="card-name">
        <h2 id={`family-${config.id}`} tabIndex={-1} aria-describedby={status && `status-${config.id}`}>
          {config.title}
        </h2>
        {!isAsking && <TestMark network={network} />}
      </div>
      {status && (
        <p
          id={`status-${config.id}`}
          className={status === 'connected' ? 'status unseen' : 'status'}
          role="status"
        >
          {t(`status.${status}`)}
        </p>
      )}
      {/* The page's live region announces the request. */}
      {isAsking && <p className="status status-asking">{t('status.asking')}</p>}
    </header>
  );
}

function Composition({ family }: { family: Family }) {
  const { card } = family;
  switch (card.status) {
    case 'disconnected':
      return <Invite family={family} />;
    case 'connecting':
      return <Connecting family={family} card={card} />;
    case 'unavailable':
      return <Unavailable family={family} card={card} />;
    default:
      return <AccountCard family={family} card={card} />;
  }
}

/** The account, a notice, and the actions. */
function AccountCard({ family, card }: CardProps<WithAccount['status']>) {
  const [form, setForm] = useState<FormName>();
  // The sheet says from which account, and has its own way out.
  const isAsked = family.notice.kind === 'asking' || family.notice.kind === 'checking';
  const isInFront = useFront() !== undefined;
  return (
    <div className="card-body">
      {(!isAsked || isInFront) && <Account family={family} card={card} />}
      <Notice family={family} revise={() => setForm('send')} />
      {!isAsked && <Actions family={family} card={card} open={setForm} />}
      {form && card.status === 'connected' && (
        <Boundary
          key={form}
          draw={() => <FamilyForm form={form} family={family} card={card} close={() => setForm(undefined)} />}
        />
      )}
    </div>
  );
}

/** Says that an earlier version runs because the newest one failed in this browser, and offers the newest again. */
function InsteadOf({ family, release }: { family: Family; release: ReleaseRef }) {
  const { insteadOf } = release;
  if (insteadOf === undefined) return null;
  return (
    <div className="instead">
      <p>{t(toKey(insteadOf.code), { version: release.version, newest: insteadOf.version })}</p>
      <button type="button" className="button button-tiny" onClick={family.commands.runNewest}>
        {t('card.runNewest')}
      </button>
    </div>
  );
}

function toKey(code: string) {
  if (code === 'release/quarantined') return 'card.insteadOfHanging';
  if (code === 'loader/altered') return 'card.insteadOfAltered';
  return code === 'loader/timeout' ? 'card.insteadOfSlow' : 'card.insteadOfBroken';
}
