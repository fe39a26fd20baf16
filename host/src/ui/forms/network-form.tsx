import { networkOf } from '@linkspan/contract';
import { t } from '../texts/t.ts';
import { Choice } from './choice.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { FormProps } from './form-props.ts';

/** The networks that the page offers. */
export function NetworkForm({ family, card, close }: FormProps) {
  const here = networkOf(card.accounts[0]);
  const choose = (id: typeof here) => {
    close();
    if (id !== here) family.commands.switchNetwork(id);
  };
  return (
    <FormDialog title={t('forms.networkTitle')} close={close}>
      {family.config.networks.map(({ id, title }) => (
        <Choice key={id} isInUse={id === here} choose={() => choose(id)}>
          <span>{title}</span>
        </Choice>
      ))}
    </FormDialog>
  );
}
