import type { FamilyId } from '@linkspan/contract';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { Shell } from '../commands/shell.ts';
import { ActivityLog } from './activity/activity-log.tsx';
import { Card, UndrawnCard } from './cards/card.tsx';
import { useDialogPairing } from './cards/connecting.tsx';
import { toConnected } from './facts.ts';
import { Told } from './frame/live-region.tsx';
import { Offer } from './frame/offer.tsx';
import { PageFoot } from './frame/page-foot.tsx';
import { TitleRow } from './frame/title-row.tsx';
import { Boundary, onDemand } from './parts/boundary.tsx';
import { t } from './texts/t.ts';
import { ShellContext, useAll, useReadable, useShell } from './use-shell.ts';

/** What the page's main holds. `now` is milliseconds since 1970, `held` the family whose card is to have the focus. */
interface AppProps {
  readonly shell: Shell;
  readonly now?: () => number;
  readonly held?: FamilyId | undefined;
}

/** All families side by side, and what was done with them. */
export function App({ shell, now = Date.now, held }: AppProps) {
  return (
    <ShellContext value={shell}>
      <Boundary draw={() => <TitleRow />} />
      <Boundary draw={() => <BarAccounts />} instead={() => null} />
      <div className="cards">
        {shell.config.families.map((family) => (
          <div key={family.id} className="slot">
            <Boundary
              isHeld={family.id === held}
              draw={(isHeld) => <Card config={family} isHeld={isHeld} />}
              instead={(again) => <UndrawnCard config={family} again={again} />}
            />
          </div>
        ))}
      </div>
      <Boundary draw={() => <ActivityLog now={now} />} />
      <Boundary draw={() => <PageNotes />} />
      <Boundary draw={() => <PageFoot />} />
      <Boundary draw={() => <Offer />} />
      <Boundary draw={() => <Told />} instead={() => null} />
      <Boundary draw={() => <DialogPairing />} instead={() => null} />
    </ShellContext>
  );
}

const Accounts = onDemand(async () => (await import('./on-demand.lazy.ts')).Accounts);
const PairingView = onDemand(async () => (await import('./on-demand.lazy.ts')).PairingView);

/** Shows the pairing in the wallet dialog while a wallet is paired there. */
function DialogPairing() {
  const paired = useDialogPairing();
  const config = useShell().config.families.find(({ id }) => id === paired);
  return config && <PairingView key={config.id} config={config} />;
}

/** Keeps the page's bar, which is prerendered outside of the views, at what is connected. */
function BarAccounts() {
  const { view } = useShell();
  const facts = view.families.flatMap((id) => [view.family(id).connection, view.family(id).remote]);
  const connected = useAll(facts, () => toConnected(view));
  const slot = useSyncExternalStore(ignore, findSlot, () => null);
  useEffect(() => {
    const bar = document.querySelector<HTMLElement>('.bar');
    if (bar) bar.dataset.connected = connected;
  }, [connected]);
  if (slot === null || connected === 'none') return null;
  return createPortal(<Boundary draw={() => <Accounts />} instead={() => null} />, slot);
}

const ignore = () => () => undefined;
const findSlot = () => document.getElementById('accounts');

/** What is wrong with the page as a whole, and what that means for the person. Nothing if it means nothing. */
function PageNotes() {
  const { page } = useShell();
  const isOffline = useReadable(page.isOffline);
  const isForgetful = useReadable(page.isForgetful);
  const [isHeard, hear] = useState(false);
  return (
    <>
      {isOffline && (
        <aside className="note" aria-label={t('page.offline')} data-note="offline">
          <p role="status">
            <strong>{`${t('page.offline')} `}</strong>
            <span>{t('page.offlineAdvice')}</span>
          </p>
        </aside>
      )}
      {isForgetful && !isHeard && (
        <aside className="note" aria-label={t('page.forgetful')} data-note="forgetful">
          <p role="status">
            <strong>{`${t('page.forgetful')} `}</strong>
            <span>{t('page.forgetfulAdvice')}</span>
          </p>
          <button type="button" className="button button-small" onClick={() => hear(true)}>
            {t('page.forgetfulHeard')}
          </button>
        </aside>
      )}
    </>
  );
}
