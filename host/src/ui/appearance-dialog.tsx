import { Choice } from './forms/choice.tsx';
import { FormDialog } from './forms/form-dialog.tsx';
import { chooseScheme, readScheme, schemes } from './scheme.ts';
import { onDemandTexts } from './texts/en-on-demand.ts';
import { t } from './texts/t.ts';

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
