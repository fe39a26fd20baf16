import { type ReactNode, type SubmitEvent, useId, useLayoutEffect, useRef } from 'react';
import { t } from '../../texts/t.ts';
import { Cross } from '../parts/symbols.tsx';

/** What a form's dialog is made of. Without `submit` its content gives the commands. */
interface FormDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly submit?: { readonly word: string; run(): void };
  /** For a form that takes something away: the word of a button that leaves all as it is. */
  readonly keep?: string | undefined;
  close(): void;
}

/** A modal form: Enter submits, Escape closes, and the focus goes back to what opened it. */
export function FormDialog({ title, children, submit, keep, close }: FormDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('input, textarea, .choice')?.focus();
    return () => element?.close();
  }, []);
  const run = (event: SubmitEvent) => {
    event.preventDefault();
    submit?.run();
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
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="round" aria-label={t('forms.close')} onClick={close}>
          <Cross />
        </button>
      </header>
      <form className="form" noValidate onSubmit={run}>
        {children}
        {submit && (
          <button type="submit" className="button button-main">
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
