import { accountsOf } from '@linkspan/contract';
import type { FamilyConfig } from '../../config.ts';
import { Step } from '../cards/panel.tsx';
import { useShell } from '../shell-context.ts';
import { t } from '../texts/t.ts';
import { useReadable } from '../use-readable.ts';
import { useDraft } from './draft.tsx';
import type { SentEntry } from './sent-entry.ts';

/** Opens the form with the same recipient and amount, where a duplicate is impossible; says what it needs first. */
export function SendAgain({ entry, family }: { entry: SentEntry; family: FamilyConfig }) {
  const { setDraft } = useDraft();
  const connection = useReadable(useShell().view.family(family.id).connection);
  if (!entry.mayAgain) return null;
  const [account] = accountsOf(connection);
  const canSend = connection.status === 'connected' && connection.capabilities.includes('send');
  if (canSend && account === entry.intent.account)
    return <Step word={t('activity.again')} press={() => setDraft(entry)} />;
  return <p>{t('activity.connectAgain', { family: family.title })}</p>;
}
