import { networkOf, type RequestInput } from '@linkspan/contract';
import { isOfSend, type Request } from '../../session/request.ts';
import { isChoice } from '../facts.ts';
import { InFront } from '../parts/in-front.tsx';
import { explainIn } from '../texts/explain.ts';
import { t } from '../texts/t.ts';
import { isDone, type NoticeState } from './card-state.ts';
import { Paired, sayProgress } from './connecting.tsx';
import { Dismiss, Failed, Panel, RetryButton, Step } from './panel.tsx';
import { RequestSheet } from './request.tsx';
import type { Family, NoticeProps } from './use-family.ts';

/** Shows a request or a failure beside the card's state. `revise` opens the form of a send again. */
export function Notice({ family, revise }: { family: Family; revise?: () => void }) {
  const { commands, notice, card } = family;
  const wallet = 'wallet' in card ? card.wallet.name : '';
  switch (notice.kind) {
    case 'none':
      return null;
    case 'checking':
    case 'asking':
      return (
        <InFront config={family.config} asks>
          <RequestSheet family={family} notice={notice} wallet={wallet} />
        </InFront>
      );
    case 'switching':
      return (
        <InFront config={family.config} asks>
          <Switching family={family} notice={notice} wallet={wallet} />
        </InFront>
      );
    case 'attempt':
      return (
        <Panel tone="now" {...sayProgress(notice.wallet, notice.progress, family.pairing)}>
          <Paired family={family} />
          <div className="notice-steps">
            <Step word={t('card.cancel')} press={commands.cancel} isLarge />
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
      if (isDone(notice.failure))
        return (
          <Panel tone="chosen" {...explainIn(family.config, notice.failure)} code={notice.failure.code}>
            <div className="notice-steps">
              <Dismiss press={commands.dismiss} />
            </div>
          </Panel>
        );
      return <RequestFailed family={family} notice={notice} revise={revise} />;
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
            <Step word={t('card.connectAgain')} press={() => commands.connect(notice.wallet.id)} isLarge />
          </div>
        </Panel>
      );
    case 'ended':
      return <Failed family={family} failure={notice.failure} step="connect" />;
  }
}

/** One press repeats a failed request or opens its form again. A send that may have gone through is not repeated. */
function RequestFailed({
  family,
  notice,
  revise,
}: Omit<NoticeProps<'request-failed'>, 'wallet'> & { revise: (() => void) | undefined }) {
  const again = toAgain(family, notice, revise);
  const { failure } = notice;
  // The advice to try again is wrong without that step; after a cancel it is to reject in the wallet.
  const isPlain = again !== undefined || failure.code === 'wallet/cancelled';
  return (
    <Failed family={family} failure={failure} text={isPlain ? 'advice' : 'reason'} more={sayOfSend(notice)}>
      {again && <Step word={t('card.again')} press={again} />}
      {!isOfSend(notice) && failure.code.startsWith('remote/') && (
        <Step word={t('card.restart', { family: family.config.title })} press={family.commands.restart} />
      )}
      <Dismiss press={family.commands.dismiss} />
    </Failed>
  );
}

/** Says whether a failed send was sent, if its failure's own texts do not. */
export function sayOfSend({
  failure: { code },
  mayBeSent,
  ...request
}: Pick<Request & { state: 'failed' }, 'failure' | 'input' | 'intent' | 'mayBeSent'>): string | undefined {
  if (!isOfSend(request)) return undefined;
  if (mayBeSent) return t('card.maybeSent');
  const isSaid = code === 'wallet/other-transaction' || isChoice({ code });
  return isSaid ? undefined : t('card.notSent');
}

function toAgain(
  { commands, card, network: known }: Family,
  { failure, input, intent, network, mayBeSent }: NoticeState & { kind: 'request-failed' },
  revise?: () => void,
) {
  if (network !== undefined) return () => commands.switchNetwork(network);
  // What an application has asked for, it asks for again.
  if (input === undefined) return intent === undefined ? commands.again : undefined;
  if (mayBeSent) return undefined;
  const here = 'accounts' in card ? networkOf(card.accounts[0]) : undefined;
  // The same digits are another amount there, of another coin.
  if (input.kind === 'send' && input.account && here !== networkOf(input.account))
    return here && known(here) ? revise : undefined;
  if (failure.code.startsWith('input/') && revise) return revise;
  const { account: _, ...again } = { account: undefined, ...input };
  return () => commands.request(again as RequestInput);
}

/** A switch of network that the wallet asks about, and a button to cancel it. */
function Switching({ family, notice, wallet }: NoticeProps<'switching'>) {
  const network = family.network(notice.network)?.title ?? notice.network;
  const title = t(notice.isLate ? 'card.waiting' : 'card.switching', { wallet });
  return (
    <Panel tone="now" title={title} advice={t('card.switchingTo', { network })}>
      {notice.isLate && <p>{t('card.waitingAsked', { wallet })}</p>}
      <Paired family={family} />
      <div className="notice-steps">
        <Step word={t('card.cancel')} press={family.commands.cancel} isLarge />
      </div>
    </Panel>
  );
}
