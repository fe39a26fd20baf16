import { type ReactNode, type SubmitEvent, useId, useLayoutEffect, useRef } from 'react';
import { Cross } from '../parts/symbols.tsx';
import { t } from '../texts/t.ts';

/** What a form's dialog is made of. Without `submit` its content gives the commands. */
interface FormDialogProps {
  readonly title: string;
  /** Whether it is headed by the mark of the family that it is in. */
  readonly isOfFamily?: true;
  readonly children: ReactNode;
  /** `run` gets what the fields hold, by their names; while `isBusy`, a press does nothing. */
  readonly submit?: {
    readonly word: string;
    readonly isBusy?: boolean;
    run(values: Readonly<Record<string, string>>): void;
  };
  /** What was found wrong, another object each time: the first wrong field gets the focus. */
  readonly told?: object;
  /** A field, by its name, holds something else now. */
  changed?(name: string, text: string): void;
  /** For a form that takes something away: the word of a button that leaves all as it is. */
  readonly keep?: string | undefined;
  close(): void;
}

/** A modal form: Enter in a line submits, Escape closes, and the focus goes back to what opened it. */
export function FormDialog({
  title,
  isOfFamily,
  children,
  submit,
  told,
  changed,
  keep,
  close,
}: FormDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('input, textarea, .choice')?.focus();
    return () => element?.close();
  }, []);
  useLayoutEffect(() => {
    if (told) dialog.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [told]);
  const run = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submit && !submit.isBusy) submit.run(toValues(event.currentTarget));
  };
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={titleId}
      closedby="any"
      onClose={() => dialog.current?.open || close()}
    >
      <header className="sheet-head">
        {isOfFamily && <span className="glyph" aria-hidden="true" />}
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="round" aria-label={t('forms.close')} onClick={close}>
          <Cross />
        </button>
      </header>
      <form
        className="form"
        noValidate
        onSubmit={run}
        onInput={({ target }) => {
          const { name, value } = target as HTMLInputElement;
          changed?.(name, value);
        }}
      >
        {children}
        {submit && (
          <button type="submit" className="button button-main" aria-disabled={submit.isBusy}>
            {submit.word}
          </button>
        )}
        {keep && (
          <button type="button" className="button" onClick={close}>
            {keep}
          </button>
        )}
      </form>
    </dialog>
  );
}

function toValues(form: HTMLFormElement): Readonly<Record<string, string>> {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return Object.fromEntries([...fields].map(({ name, value }) => [name, value]));
}
