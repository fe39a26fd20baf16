import { t } from '../texts/t.ts';
import { Asked } from './asked.tsx';
import { sayProgress } from './connecting.tsx';
import { explainIn } from './explain-in.ts';
import { Paired } from './paired.tsx';
import { Dismiss, Failed, Panel, Step } from './panel.tsx';
import { RequestFailed } from './request-failed.tsx';
import { RetryButton } from './retry-button.tsx';
import { Switching } from './switching.tsx';
import type { Family } from './use-family.ts';

/** What is going on, or has failed, beside the card's state. `revise` opens the form of a send again. */
export function Notice({ family, revise }: { family: Family; revise?: () => void }) {
  const { commands, notice, card } = family;
  const wallet = 'wallet' in card ? card.wallet.name : '';
  switch (notice.kind) {
    case 'none':
      return null;
    case 'checking':
    case 'asking':
      return <Asked family={family} asked={notice} wallet={wallet} />;
    case 'switching':
      return <Switching family={family} switching={notice} wallet={wallet} />;
    case 'attempt':
      return (
        <Panel tone="now" {...sayProgress(notice.wallet, notice.progress, family.pairing)}>
          <Paired family={family} />
          <div className="notice-steps">
            <Step word={t('card.cancel')} press={commands.cancel} />
          </div>
        </Panel>
      );
    case 'stopped':
      return (
        <Panel {...explainIn(family.config, notice.failure, 'reload', family.unaffected)} tone="failed">
          <p>{t('card.stopped')}</p>
        </Panel>
      );
    case 'request-failed':
      return <RequestFailed family={family} failed={notice} revise={revise} />;
    case 'attempt-failed': {
      const isInUse = card.status === 'connected' && card.wallet.id === notice.wallet.id;
      const again = isInUse ? commands.chooseAccount : () => commands.connect(notice.wallet.id);
      return (
        <Failed family={family} failure={notice.failure}>
          <Step word={t('card.again')} press={again} />
          <Dismiss press={commands.dismiss} />
        </Failed>
      );
    }
    case 'remote-failed':
      return (
        <Failed family={family} failure={notice.failure} step={notice.step}>
          <RetryButton family={family} step={notice.step} />
        </Failed>
      );
    case 'waiting':
      return (
        <Panel
          tone="paused"
          title={explainIn(family.config, notice.failure, 'connect').title}
          advice={t('card.waitingUnlock', { wallet: notice.wallet.name })}
          code={notice.failure.code}
        >
          <div className="notice-steps">
            <Step word={t('card.connectAgain')} press={() => commands.connect(notice.wallet.id)} />
          </div>
        </Panel>
      );
    case 'ended':
      return <Failed family={family} failure={notice.failure} step="connect" />;
  }
}
