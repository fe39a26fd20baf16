import { t } from '../texts/t.ts';
import type { NoticeState } from './notice-state.ts';
import { Paired } from './paired.tsx';
import { Panel, Step } from './panel.tsx';
import type { Family } from './use-family.ts';

/** What the notice of a switch of network is made of. */
interface SwitchingProps {
  readonly family: Family;
  readonly switching: NoticeState & { kind: 'switching' };
  readonly wallet: string;
}

/** A switch of network that the wallet asks about, and the way out of it. */
export function Switching({ family, switching, wallet }: SwitchingProps) {
  const network = family.network(switching.network)?.title ?? switching.network;
  const title = t(switching.isLate ? 'card.waiting' : 'card.switching', { wallet });
  return (
    <Panel tone="now" title={title} advice={t('card.switchingTo', { network })}>
      {switching.isLate && <p>{t('card.waitingAsked', { wallet })}</p>}
      <Paired family={family} />
      <div className="notice-steps">
        <Step word={t('card.cancel')} press={family.commands.cancel} />
      </div>
    </Panel>
  );
}
