import { OnDemand } from '../on-demand.tsx';
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

const loadSendForm = () => import('./send-form.tsx');

/** Not everyone sends: the code of this form comes on demand. */
function LoadedSendForm(props: FormProps) {
  return <OnDemand load={loadSendForm} draw={({ SendForm }) => <SendForm {...props} />} />;
}
