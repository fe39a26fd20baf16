import { useState } from 'react';
import { useShell } from '../shell-context.ts';
import { t } from '../texts/t.ts';
import { FormDialog } from './form-dialog.tsx';

/** Says what forgetting means, and does it on a second press. The page is loaded again at its end. */
export function ForgetForm({ close }: { close(): void }) {
  const { commands } = useShell();
  const [isRunning, setRunning] = useState(false);
  const forget = () => {
    if (isRunning) return;
    setRunning(true);
    commands.forget().catch(reportError);
  };
  return (
    <FormDialog
      title={t('forms.forgetTitle')}
      submit={{ word: t(isRunning ? 'forms.forgetting' : 'forms.forgetSubmit'), run: forget }}
      keep={isRunning ? undefined : t('forms.forgetCancel')}
      close={close}
    >
      <p>{t('forms.forget')}</p>
      <p>{t('forms.forgetNot')}</p>
    </FormDialog>
  );
}
