import { addressOf, failure, networkOf } from '@linkspan/contract';
import type { KeyboardEvent } from 'react';
import { shorten } from '../texts/shorten.ts';
import { t } from '../texts/t.ts';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { FormProps } from './form-props.ts';
import { sayWrong } from './say-wrong.ts';
import { useWrong } from './use-wrong.ts';

/** Signs a text as it stands. Enter starts a line; with Control or Command it submits. */
export function SignForm({ family, card, close }: FormProps) {
  const { wrong, told, tell, takeBack } = useWrong<'message'>();
  const run = ({ message = '' }: Readonly<Record<string, string>>) => {
    if (message.trim() === '') return tell({ message: sayWrong(family.config, failure('input/empty', {})) });
    close();
    family.commands.signMessage(message);
  };
  return (
    <FormDialog
      title={t('forms.signTitle')}
      submit={{ word: t('forms.signSubmit', { wallet: card.wallet.name }), run }}
      told={told}
      changed={() => takeBack('message')}
      close={close}
    >
      <ContextLines family={family} card={card} />
      <Field
        name="message"
        label={t('forms.message')}
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
        <dt>{t('forms.from')}</dt>
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
