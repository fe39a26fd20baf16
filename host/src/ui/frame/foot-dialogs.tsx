import { Choice, FormDialog } from '../forms/form-dialog.tsx';
import { chooseScheme, readScheme, schemes } from '../scheme.ts';
import { frameTexts, onDemandTexts } from '../texts/en-on-demand.ts';
import { t } from '../texts/t.ts';

/** Explains wallets to a person who has none yet. */
export function AnswersDialog({ close }: { close(): void }) {
  return (
    <FormDialog title={t('foot.whatIsWallet')} close={close}>
      {frameTexts.answers.map((answer) => (
        <p key={answer}>{answer}</p>
      ))}
    </FormDialog>
  );
}

/** Light, dark, or as the system has it. */
export function AppearanceDialog({ close }: { close(): void }) {
  const current = readScheme();
  return (
    <FormDialog title={t('foot.appearance')} close={close}>
      {schemes.map((scheme) => (
        <Choice
          key={scheme}
          isInUse={scheme === current}
          choose={() => {
            close();
            chooseScheme(scheme);
          }}
        >
          <span>{onDemandTexts.appearance[scheme]}</span>
        </Choice>
      ))}
    </FormDialog>
  );
}
