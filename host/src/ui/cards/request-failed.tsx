import { t } from '../texts/t.ts';
import type { NoticeState } from './notice-state.ts';
import { Failed, Step } from './panel.tsx';
import type { Family } from './use-family.ts';

/** What a failed request's notice is made of. */
interface RequestFailedProps {
  readonly family: Family;
  readonly failed: NoticeState & { kind: 'request-failed' };
  readonly revise: (() => void) | undefined;
}

/**
 * A request that failed: one press asks for the same again, or opens the form where the input was at fault. A send that
 * may have been carried out is not offered again.
 */
export function RequestFailed({ family, failed, revise }: RequestFailedProps) {
  const again = toAgain(family, failed, revise);
  const { failure } = failed;
  // To reject in the wallet what was cancelled is advice for both; any other says to try again.
  const isPlain = again !== undefined || failure.code === 'wallet/cancelled';
  return (
    <Failed
      family={family}
      failure={failure}
      told={isPlain ? 'advice' : 'reason'}
      more={sayWhetherSent(family, failed)}
    >
      {again && <Step word={t('card.again')} press={again} />}
      {failed.intent?.kind !== 'send' && failure.code.startsWith('remote/') && (
        <Step word={t('card.restart', { family: family.config.title })} press={family.commands.restart} />
      )}
      <Step word={t('card.dismiss')} press={family.commands.dismiss} />
    </Failed>
  );
}

/** What a node can fail with before a wallet is asked, and what does not say by itself that nothing was sent. */
const ofNodes = /^network\/(unreachable|busy|other-chain|portal|malformed)$/;

function sayWhetherSent(
  { card }: Family,
  { failure, intent, mayBeSent }: RequestFailedProps['failed'],
): string | undefined {
  if (mayBeSent) return t('card.maybeSent', { wallet: 'wallet' in card ? card.wallet.name : '' });
  return intent?.kind === 'send' && ofNodes.test(failure.code) ? t('card.notSent') : undefined;
}

function toAgain(
  { commands }: Family,
  { failure, intent, mayBeSent }: RequestFailedProps['failed'],
  revise?: () => void,
) {
  if (intent === undefined) return commands.again;
  if (mayBeSent) return undefined;
  if (failure.code.startsWith('input/') && revise) return revise;
  return () => commands.repeat(intent);
}
