import type { FamilyId } from '@linkspan/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Shell } from '../commands/shell.ts';
import { noteMs } from '../limits.ts';
import { ActivityLog } from './activity/activity-log.tsx';
import { Card, UndrawnCard } from './cards/card.tsx';
import { useDialogPairing } from './cards/connecting.tsx';
import { toConnected } from './facts.ts';
import { LiveRegion } from './frame/live-region.tsx';
import { NothingLoaded } from './frame/nothing-loaded.tsx';
import { Offer } from './frame/offer.tsx';
import { PageFoot } from './frame/page-foot.tsx';
import type { Part } from './frame/say-next-step.ts';
import { connectInTurn, TitleRow } from './frame/title-row.tsx';
import { Boundary, onDemand } from './parts/boundary.tsx';
import { t } from './texts/t.ts';
import { RootContext, ShellContext, useAll, useReadable, useRoot, useShell } from './use-shell.ts';

interface AppProps {
  readonly shell: Shell;
  readonly root?: ParentNode;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** The family whose card gets the focus. */
  readonly held?: FamilyId | undefined;
  /** Called once all is drawn. */
  readonly shown?: () => void;
}

/** The content of the page's main: all families side by side, and their activity. */
export function App({ shell, root, now = Date.now, held, shown }: AppProps) {
  const whenShown = useRef(shown);
  const [left, setLeft] = useState<readonly Part[]>([]);
  useEffect(() => {
    whenShown.current?.();
  }, []);
  return (
    <ShellContext value={shell}>
      <RootContext value={root}>
        <Boundary draw={() => <TitleRow />} />
        <Boundary draw={() => <BarAccounts left={setLeft} />} instead={() => null} />
        <div className="cards" data-families={shell.config.families.length}>
          {shell.config.families.map((family) => (
            <div key={family.id} className="slot">
              <Boundary
                isHeld={family.id === held}
                draw={(isHeld) => <Card config={family} isHeld={isHeld} />}
                instead={(again) => <UndrawnCard config={family} again={again} />}
              />
            </div>
          ))}
          <Boundary draw={() => <NothingLoaded now={now} />} instead={() => null} />
        </div>
        <Boundary draw={() => <ActivityLog now={now} />} />
        <Boundary draw={() => <PageNotes left={left} done={() => setLeft([])} />} />
        <Boundary draw={() => <PageFoot />} />
        <Boundary draw={() => <Offer />} />
        <Boundary draw={() => <LiveRegion />} instead={() => null} />
        <Boundary draw={() => <DialogPairing now={now} />} instead={() => null} />
      </RootContext>
    </ShellContext>
  );
}

const Accounts = onDemand(async () => (await import('./on-demand.lazy.ts')).Accounts);
const PairingView = onDemand(async () => (await import('./on-demand.lazy.ts')).PairingView);

/** Shows the pairing in the wallet dialog while a wallet is paired there. */
function DialogPairing({ now }: { now: () => number }) {
  const paired = useDialogPairing();
  const config = useShell().config.families.find(({ id }) => id === paired);
  return config && <PairingView key={config.id} config={config} now={now} />;
}

/** The accounts in the prerendered bar. */
function BarAccounts({ left }: { left: (parts: readonly Part[]) => void }) {
  const { view } = useShell();
  const facts = view.families.flatMap((id) => [view.family(id).connection, view.family(id).remote]);
  const connected = useAll(facts, () => toConnected(view));
  const bar = useRoot()?.querySelector<HTMLElement>('.bar');
  useEffect(() => {
    if (bar) bar.dataset.connected = connected;
  }, [bar, connected]);
  const slot = bar?.querySelector('.bar-accounts');
  if (!slot || connected === 'none') return null;
  return createPortal(<Boundary draw={() => <Accounts left={left} />} instead={() => null} />, slot);
}

interface LeftProps {
  /** The wallets that were disconnected together a moment ago. */
  readonly left: readonly Part[];
  /** Called once they are not offered any more. */
  done(): void;
}

/** Notes about the whole page: an undo, that it is offline, or that the browser stores nothing. */
function PageNotes({ left, done }: LeftProps) {
  const { page } = useShell();
  const isOffline = useReadable(page.isOffline);
  const isStorageUnavailable = useReadable(page.isStorageUnavailable);
  const [isDismissed, dismiss] = useState(false);
  return (
    <>
      {left.length > 0 && <Undo left={left} done={done} />}
      {isOffline && <Note name="offline" title={t('page.offline')} advice={t('page.offlineAdvice')} />}
      {isStorageUnavailable && !isDismissed && (
        <Note name="forgetful" title={t('page.forgetful')} advice={t('page.forgetfulAdvice')}>
          <button type="button" className="button button-small" onClick={() => dismiss(true)}>
            {t('page.forgetfulHeard')}
          </button>
        </Note>
      )}
    </>
  );
}

/** Offers for a while to connect again what was disconnected. */
function Undo({ left, done }: LeftProps) {
  const shell = useShell();
  const latest = useRef(done);
  latest.current = done;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), noteMs);
    return () => clearTimeout(timer);
  }, [left]);
  const undo = () => {
    done();
    connectInTurn(shell, left);
  };
  return (
    <Note name="left" title={t('page.left')} advice={t('page.leftAdvice')}>
      <button type="button" className="button button-small" onClick={undo}>
        {t('page.undo')}
      </button>
    </Note>
  );
}

function Note(props: { name: string; title: string; advice: string; children?: ReactNode }) {
  return (
    <aside className="note" aria-label={props.title} data-note={props.name}>
      <p role="status">
        <strong>{`${props.title} `}</strong>
        <span>{props.advice}</span>
      </p>
      {props.children}
    </aside>
  );
}
