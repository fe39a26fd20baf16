import { FormDialog } from './forms/form-dialog.tsx';
import { frameTexts } from './texts/en-frame.ts';
import { t } from './texts/t.ts';

/** What a wallet is, for a person who has none yet. */
export function AnswersDialog({ close }: { close(): void }) {
  return (
    <FormDialog title={t('foot.whatIsWallet')} close={close}>
      {frameTexts.answers.map((answer) => (
        <p key={answer}>{answer}</p>
      ))}
    </FormDialog>
  );
}
