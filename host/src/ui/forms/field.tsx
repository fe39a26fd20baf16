import { type ReactNode, useId } from 'react';

/** What an input of a field has to carry. */
interface FieldInput {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

/** What a field is made of; `input` renders its one control, and `wrong` says what is to be corrected. */
interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly wrong: string | undefined;
  input(props: FieldInput): ReactNode;
}

/** A labelled control with what is wrong with it, and a hint. */
export function Field({ name, label, hint, wrong, input }: FieldProps) {
  const id = useId();
  const isWrong = wrong !== undefined;
  const describedBy = `${id}-wrong ${id}-hint`;
  return (
    <div className="field" data-wrong={isWrong}>
      <label htmlFor={id}>{label}</label>
      {input({ id, name, 'aria-describedby': describedBy, 'aria-invalid': isWrong })}
      <p id={`${id}-wrong`} className="field-wrong">
        {wrong}
      </p>
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
    </div>
  );
}
