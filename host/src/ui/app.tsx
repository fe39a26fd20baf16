import type { FamilyId } from '@linkspan/contract';
import type { Shell } from '../commands/shell.ts';
import { ActivityLog } from './activity/activity-log.tsx';
import { Card, UndrawnCard } from './cards/card.tsx';
import { useDialogPairing } from './dialog/use-dialog-pairing.ts';
import { BarAccounts } from './header/bar-accounts.tsx';
import { Offer } from './offer.tsx';
import { loadParts, OnDemand } from './on-demand.tsx';
import { PageFoot } from './page-foot.tsx';
import { PageNotes } from './page-notes.tsx';
import { Boundary } from './parts/boundary.tsx';
import { ShellContext, useShell } from './shell-context.ts';
import { TitleRow } from './title/title-row.tsx';
import { Told } from './told.tsx';

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

/** What the wallet dialog shows while a wallet is paired: its own code comes on demand. */
function DialogPairing() {
  const paired = useDialogPairing();
  const config = useShell().config.families.find(({ id }) => id === paired);
  return (
    config && (
      <OnDemand
        load={loadParts}
        draw={({ PairingView }) => <PairingView key={config.id} config={config} />}
      />
    )
  );
}
