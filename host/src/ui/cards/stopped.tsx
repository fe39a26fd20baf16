import type { Failure } from '@linkspan/contract';
import { t } from '../texts/t.ts';
import { explainIn } from './explain-in.ts';
import { Panel } from './panel.tsx';
import type { Family } from './use-family.ts';

/** The release was stopped while a wallet is connected: why, and what still stands. */
export function Stopped({ family, failure }: { family: Family; failure: Failure }) {
  return (
    <Panel {...explainIn(family.config, failure, 'reload', family.unaffected)} tone="failed">
      <p>{t('card.stopped')}</p>
    </Panel>
  );
}
