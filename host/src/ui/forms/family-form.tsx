import { type AccountId, addressOf, failure, networkOf } from '@linkspan/contract';
import type { KeyboardEvent } from 'react';
import { Avatar } from '../parts/address.tsx';
import { onDemand } from '../parts/boundary.tsx';
import { shorten } from '../texts/address.ts';
import { t } from '../texts/t.ts';
import { Choice, Field, FormDialog, type FormProps, sayWrong, useWrong } from './form-dialog.tsx';

/** Not everyone sends or receives. */
const LoadedSendForm = onDemand(async () => (await import('../on-demand.lazy.ts')).SendForm);

const LoadedReceiveForm = onDemand(async () => (await import('../on-demand.lazy.ts')).ReceiveForm);

const forms = {
  send: LoadedSendForm,
  receive: LoadedReceiveForm,
  sign: SignForm,
  network: NetworkForm,
  account: AccountForm,
};

/** The forms of a card. */
export type FormName = keyof typeof forms;

/** The form that was opened. */
export function FamilyForm({ form, ...props }: FormProps & { form: FormName }) {
  const Form = forms[form];
  return <Form {...props} />;
}

/** The accounts that the wallet has opened to the page, and the way to others. */
function AccountForm({ family, card, close }: FormProps) {
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
    <FormDialog title={t('card.switchAccount')} close={close}>
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

/** The networks that the page offers. */
function NetworkForm({ family, card, close }: FormProps) {
  const here = networkOf(card.accounts[0]);
  const choose = (id: typeof here) => {
    close();
    if (id !== here) family.commands.switchNetwork(id);
  };
  return (
    <FormDialog title={t('card.switchNetwork')} close={close}>
      {family.config.networks.map(({ id, title }) => (
        <Choice key={id} isInUse={id === here} choose={() => choose(id)}>
          <span>{title}</span>
        </Choice>
      ))}
    </FormDialog>
  );
}

/** Signs a text unchanged. Enter starts a line; with Control or Command it submits. */
function SignForm({ family, card, close }: FormProps) {
  const { wrong, found, setWrong, clearWrong } = useWrong<'message'>();
  const run = ({ message = '' }: Readonly<Record<string, string>>) => {
    if (message.trim() === '')
      return setWrong({ message: sayWrong(family.config, failure('input/empty', {})) });
    close();
    family.commands.request({ kind: 'message', text: message });
  };
  return (
    <FormDialog
      title={t('forms.signTitle')}
      submit={{ word: t('forms.submit', { wallet: card.wallet.name }), run }}
      found={found}
      changed={() => clearWrong('message')}
      close={close}
    >
      <ContextLines family={family} card={card} />
      <Field
        name="message"
        label={t('card.request.message')}
        hint={t('forms.signHint')}
        wrong={wrong.message}
        input={(props) => <textarea {...props} rows={4} onKeyDown={submitOnEnter} />}
      />
    </FormDialog>
  );
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  if (!isSubmit || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Which account on which network a form is about. */
function ContextLines({ family, card }: Omit<FormProps, 'close'>) {
  const [account] = card.accounts;
  const address = addressOf(account);
  const network = networkOf(account);
  return (
    <dl className="asked">
      <div>
        <dt>{t('card.request.account')}</dt>
        <dd title={address}>
          <bdi translate="no">{shorten(address)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t('forms.network')}</dt>
        <dd title={network}>{family.network(network)?.title ?? network}</dd>
      </div>
    </dl>
  );
}
