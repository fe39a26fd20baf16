import { failure } from '@linkspan/contract';
import type { KeyboardEvent } from 'react';
import { t } from '../texts/t.ts';
import { ContextLines } from './context-lines.tsx';
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
