import { useEffect, useState } from 'react';
import { AccountForm } from './account-form.tsx';
import type { FormProps } from './form-props.ts';
import { NetworkForm } from './network-form.tsx';
import { SignForm } from './sign-form.tsx';

const forms = { send: LoadedSendForm, sign: SignForm, network: NetworkForm, account: AccountForm };

/** The forms of a card. */
export type FormName = keyof typeof forms;

/** The form that was opened. */
export function FamilyForm({ form, ...props }: FormProps & { form: FormName }) {
  const Form = forms[form];
  return <Form {...props} />;
}

type Loaded = Pick<typeof import('./send-form.tsx'), 'SendForm'> | { readonly failed: unknown };

/** The send form, whose code comes in a file of its own: not everyone sends. Throws as it is drawn if that does not come. */
function LoadedSendForm(props: FormProps) {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let isOver = false;
    const take = (came: Loaded) => void (isOver || setLoaded(came));
    import('./send-form.tsx').then(take, (failed: unknown) => take({ failed }));
    return () => {
      isOver = true;
    };
  }, []);
  if (loaded === undefined) return null;
  if ('failed' in loaded) throw loaded.failed;
  return <loaded.SendForm {...props} />;
}
