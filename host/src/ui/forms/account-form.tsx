import { type AccountId, addressOf } from '@linkspan/contract';
import { Avatar } from '../parts/avatar.tsx';
import { shorten } from '../texts/shorten.ts';
import { t } from '../texts/t.ts';
import { Choice } from './choice.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { FormProps } from './form-props.ts';

/** The accounts that the wallet has opened to the page, and the way to others. */
export function AccountForm({ family, card, close }: FormProps) {
  const [inUse] = card.accounts;
  const choose = (account: AccountId) => {
    close();
    if (account !== inUse) family.commands.switchAccount(account);
  };
  const chooseOther = () => {
    close();
    family.commands.chooseAccount();
  };
  return (
    <FormDialog title={t('forms.accountTitle')} close={close}>
      {card.accounts.map((account) => (
        <Choice key={account} isInUse={account === inUse} choose={() => choose(account)}>
          <Avatar address={addressOf(account)} />
          <bdi className="mono" data-account={account} title={addressOf(account)} translate="no">
            {shorten(addressOf(account))}
          </bdi>
        </Choice>
      ))}
      <Choice isInUse={false} choose={chooseOther}>
        <span>{t('forms.accountOther', { wallet: card.wallet.name })}</span>
      </Choice>
    </FormDialog>
  );
}
