import type { Request } from '../../session/request.ts';
import { t } from '../texts/t.ts';
import { isChoice, type NoticeState } from './notice-state.ts';
import { Dismiss, Failed, Step } from './panel.tsx';
import type { Family } from './use-family.ts';

/** What a failed request's notice is made of. */
interface RequestFailedProps {
  readonly family: Family;
  readonly failed: NoticeState & { kind: 'request-failed' };
  readonly revise: (() => void) | undefined;
}

/**
 * A request that failed: one press asks for the same again, or opens the form where the input was at fault. A send that
 * may have been carried out is not offered again; `SendNotices` says what to do.
 */
export function RequestFailed({ family, failed, revise }: RequestFailedProps) {
  const again = toAgain(family, failed, revise);
  const { failure } = failed;
  // To reject in the wallet what was cancelled is advice for both; any other says to try again.
  const isPlain = again !== undefined || failure.code === 'wallet/cancelled';
  return (
    <Failed family={family} failure={failure} told={isPlain ? 'advice' : 'reason'} more={sayOfSend(failed)}>
      {again && <Step word={t('card.again')} press={again} />}
      {failed.intent?.kind !== 'send' && failure.code.startsWith('remote/') && (
        <Step word={t('card.restart', { family: family.config.title })} press={family.commands.restart} />
      )}
      <Dismiss press={family.commands.dismiss} />
    </Failed>
  );
}

/** Whether a send which failed was sent, if its own texts do not say so. */
export function sayOfSend({
  failure: { code },
  intent,
  mayBeSent,
}: Pick<Request & { state: 'failed' }, 'failure' | 'intent' | 'mayBeSent'>): string | undefined {
  if (intent?.kind !== 'send') return undefined;
  if (mayBeSent) return t('card.maybeSent');
  const isSaid = code === 'wallet/other-transaction' || isChoice({ code });
  return isSaid ? undefined : t('card.notSent');
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
