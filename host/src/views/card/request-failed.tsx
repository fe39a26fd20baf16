import { t } from '../../texts/t.ts';
import type { NoticeState } from './notice-state.ts';
import { Failed, Step } from './panel.tsx';
import type { Family } from './use-family.ts';

/** What a failed request's notice is made of. */
interface RequestFailedProps {
  readonly family: Family;
  readonly failed: NoticeState & { kind: 'request-failed' };
  readonly revise: (() => void) | undefined;
}

/** A request that failed: one press asks for the same again, or opens the form where the input was at fault. */
export function RequestFailed({ family, failed, revise }: RequestFailedProps) {
  const again = toAgain(family, failed, revise);
  return (
    <Failed family={family} failure={failed.failure}>
      {again && <Step word={t('card.again')} press={again} />}
      <Step word={t('card.dismiss')} press={family.commands.dismiss} />
    </Failed>
  );
}

function toAgain(
  { commands }: Family,
  { failure, intent }: RequestFailedProps['failed'],
  revise?: () => void,
) {
  if (intent === undefined) return commands.again;
  if (failure.code.startsWith('input/') && revise) return revise;
  return () => commands.repeat(intent);
}
