import type { ErrorText } from '@linkspan/contract';
import { type ReactNode, useId } from 'react';

/** What an input of a field has to carry. */
interface FieldInput {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

/** What a field is made of; `input` renders its one control. */
interface FieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly error: ErrorText | undefined;
  input(props: FieldInput): ReactNode;
}

/** A labelled control with a hint, or what is wrong with it. */
export function Field({ label, hint, error, input }: FieldProps) {
  const id = useId();
  return (
    <div className="field" data-wrong={error !== undefined}>
      <label htmlFor={id}>{label}</label>
      {input({ id, 'aria-describedby': `${id}-hint`, 'aria-invalid': error !== undefined })}
      <p id={`${id}-hint`} className="field-hint">
        {error ? `${error.title}. ${error.advice}` : hint}
      </p>
    </div>
  );
}
