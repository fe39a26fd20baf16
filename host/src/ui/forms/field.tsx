import { type ReactNode, useId } from 'react';

/** What an input of a field has to carry. */
interface FieldInput {
  readonly id: string;
  readonly name: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

/**
 * What a field is made of; `input` renders its one control, `wrong` says what is to be corrected, `aside` stands beside
 * the label, and `children` below.
 */
interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly aside?: string | undefined;
  readonly wrong: string | undefined;
  readonly children?: ReactNode;
  input(props: FieldInput): ReactNode;
}

/** A labelled control with what is wrong with it, and a hint. */
export function Field({ name, label, hint, aside, wrong, children, input }: FieldProps) {
  const id = useId();
  const isWrong = wrong !== undefined;
  const describedBy = `${id}-wrong ${id}-aside ${id}-hint`;
  return (
    <div className="field" data-wrong={isWrong}>
      <div className="field-top">
        <label htmlFor={id}>{label}</label>
        <span id={`${id}-aside`}>{aside}</span>
      </div>
      {input({ id, name, 'aria-describedby': describedBy, 'aria-invalid': isWrong })}
      <p id={`${id}-wrong`} className="field-wrong">
        {wrong}
      </p>
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
      {children}
    </div>
  );
}
