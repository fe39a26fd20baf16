import { failure } from '@linkspan/contract';
import { type KeyboardEvent, useRef, useState } from 'react';
import { t } from '../../texts/t.ts';
import { explainIn } from '../card/explain-in.ts';
import { ContextLines } from './context-lines.tsx';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { FormProps } from './form-props.ts';

/** Signs a text as it stands. Enter submits, with Shift it starts a line. */
export function SignForm({ family, card, close }: FormProps) {
  const text = useRef<HTMLTextAreaElement>(null);
  const [isEmpty, setEmpty] = useState(false);
  const run = () => {
    const message = text.current?.value ?? '';
    if (message.trim() === '') {
      setEmpty(true);
      return text.current?.focus();
    }
    close();
    family.commands.signMessage(message);
  };
  return (
    <FormDialog
      title={t('forms.signTitle')}
      submit={{ word: t('forms.signSubmit', { wallet: card.wallet.name }), run }}
      close={close}
    >
      <ContextLines family={family} card={card} />
      <Field
        label={t('forms.message')}
        hint={t('forms.signHint')}
        error={isEmpty ? explainIn(family.config, failure('input/empty', {})) : undefined}
        input={(props) => (
          <textarea {...props} ref={text} name="message" rows={4} onKeyDown={submitOnEnter} />
        )}
      />
    </FormDialog>
  );
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
